extension FixedWidthInteger {
  /// Adds a number from a file. The sum is at most the largest number of the type.
  package mutating func addClamped(_ other: Self) {
    let (sum, overflows) = addingReportingOverflow(other)
    self = overflows ? .max : sum
  }
}
