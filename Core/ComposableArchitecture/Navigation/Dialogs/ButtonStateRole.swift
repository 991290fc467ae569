public import RecordCoding

/// What a button is for, beyond its label.
@Recordable
public enum ButtonStateRole: Hashable, Sendable {
  /// It leaves things as they are.
  case cancel
  /// It takes something away for good.
  case destructive
}
