extension LogReader {
  /// Inflates every block, and gives the first damage of the log; `nil` if it is whole.
  package func verify() -> LogDamage? {
    for block in blocksInFile {
      do throws(LogDamage) {
        _ = try source.wholePayload(of: block)
      } catch {
        return error
      }
    }
    return if case .damaged(let damage) = state { damage } else { nil }
  }

  /// The number of steps before the first damage, found by inflating every block.
  package func wholeStepCount() -> UInt64 {
    verify()?.wholeSteps ?? stepCount
  }
}
