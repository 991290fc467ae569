/// The test store that runs a closure with expected changes.
package enum AssertionScope {
  /// Whether the test must assert each change, so a closure that changes nothing is a failure.
  @TaskLocal package static var isExhaustive = true
}
