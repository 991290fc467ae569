extension LogLoss: CustomStringConvertible {
  /// Says which steps and bytes are lost, and why.
  package var description: String {
    "\(lostSteps), \(grouped(bytes)) \(bytes == 1 ? "byte" : "bytes") from offset "
      + "\(grouped(damage.offset)): \(damage.part): \(damage.cause)"
  }

  private var lostSteps: String {
    guard stepCount > 0 else { return mayBeMore ? "an unknown number of steps" : "no step" }
    let last = firstStep + (stepCount - 1)
    let range =
      stepCount == 1
      ? "step \(grouped(firstStep))" : "steps \(grouped(firstStep)) to \(grouped(last))"
    return mayBeMore ? "\(range) and perhaps more" : range
  }
}
