package import ComposableArchitecture

/// Something that the user should know.
@Recordable
package struct Alert: Hashable, Sendable {
  /// What there is to know.
  package var text: String
  /// How grave it is.
  package var severity: Severity

  /// Creates an alert.
  package init(text: String, severity: Severity) {
    self.text = text
    self.severity = severity
  }

  /// How grave an alert is.
  @Recordable
  package enum Severity: String, Hashable, Sendable, CaseIterable {
    /// Good to know.
    case info
    /// To be looked after.
    case warning
    /// Something failed.
    case error
  }
}
