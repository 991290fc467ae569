extension LogReader {
  /// Reads every byte of the log, and gives the first damage; `nil` if it is whole.
  ///
  /// The index is not believed: the members are gone through one by one.
  package func verify() -> LogDamage? {
    for block in blocksInFile {
      do throws(LogDamage) {
        _ = try source.wholePayload(of: block)
      } catch {
        return error
      }
    }
    if case .damaged(let damage) = state { return damage }
    return LogScan(source, from: UInt64(headerLength)).damage
  }

  /// The number of steps before the first damage, found by inflating every block.
  package func wholeStepCount() -> UInt64 {
    verify()?.wholeSteps ?? stepCount
  }
}
