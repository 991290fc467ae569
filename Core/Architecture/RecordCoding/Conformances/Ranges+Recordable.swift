extension RecordedForms {
  /// The recorded form of a range with two bounds.
  @Recordable
  public struct Range<Bound> {
    let lowerBound: Bound
    let upperBound: Bound
  }

  /// The recorded form of a range with a lower bound.
  @Recordable
  public struct PartialRangeFrom<Bound> {
    let lowerBound: Bound
  }

  /// The recorded form of a range with an upper bound.
  @Recordable
  public struct PartialRangeTo<Bound> {
    let upperBound: Bound
  }
}

@_documentation(visibility: internal)
extension Range: Recordable, RecordableWrapper where Bound: Recordable {
  /// The bounds.
  public var recordedValue: RecordedForms.Range<Bound> {
    RecordedForms.Range(lowerBound: lowerBound, upperBound: upperBound)
  }

  /// Creates a range, or returns `nil` if the bounds are out of order.
  public init?(recordedValue: RecordedForms.Range<Bound>) {
    guard recordedValue.lowerBound <= recordedValue.upperBound else { return nil }
    self = recordedValue.lowerBound..<recordedValue.upperBound
  }
}

@_documentation(visibility: internal)
extension ClosedRange: Recordable, RecordableWrapper where Bound: Recordable {
  /// The bounds.
  public var recordedValue: RecordedForms.Range<Bound> {
    RecordedForms.Range(lowerBound: lowerBound, upperBound: upperBound)
  }

  /// Creates a range, or returns `nil` if the bounds are out of order.
  public init?(recordedValue: RecordedForms.Range<Bound>) {
    guard recordedValue.lowerBound <= recordedValue.upperBound else { return nil }
    self = recordedValue.lowerBound...recordedValue.upperBound
  }
}

@_documentation(visibility: internal)
extension PartialRangeFrom: Recordable, RecordableWrapper where Bound: Recordable {
  /// The lower bound.
  public var recordedValue: RecordedForms.PartialRangeFrom<Bound> {
    RecordedForms.PartialRangeFrom(lowerBound: lowerBound)
  }

  /// Creates a range from its lower bound.
  public init(recordedValue: RecordedForms.PartialRangeFrom<Bound>) {
    self = recordedValue.lowerBound...
  }
}

@_documentation(visibility: internal)
extension PartialRangeUpTo: Recordable, RecordableWrapper where Bound: Recordable {
  /// The upper bound.
  public var recordedValue: RecordedForms.PartialRangeTo<Bound> {
    RecordedForms.PartialRangeTo(upperBound: upperBound)
  }

  /// Creates a range from its upper bound.
  public init(recordedValue: RecordedForms.PartialRangeTo<Bound>) {
    self = ..<recordedValue.upperBound
  }
}

@_documentation(visibility: internal)
extension PartialRangeThrough: Recordable, RecordableWrapper where Bound: Recordable {
  /// The upper bound.
  public var recordedValue: RecordedForms.PartialRangeTo<Bound> {
    RecordedForms.PartialRangeTo(upperBound: upperBound)
  }

  /// Creates a range from its upper bound.
  public init(recordedValue: RecordedForms.PartialRangeTo<Bound>) {
    self = ...recordedValue.upperBound
  }
}
