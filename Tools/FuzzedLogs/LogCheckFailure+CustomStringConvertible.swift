import SessionLog

extension LogCheckFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotWrite(let path):
      "'\(path)' cannot be written; make room in the folder, or give another one"
    case .cursorTooFar(let step, let last):
      "a cursor that was asked for the middle stands at step \(step), behind the last, \(last)"
    case .recoveredUnreadable(let path):
      "what was recovered to '\(path)' cannot be read"
    case .recoveredDamaged(let damage):
      "what was recovered is not whole: \(damage)"
    case .recoveryMiscounts(let told, let found):
      "recovery told of \(told) steps and kept \(found)"
    case .recoveryLoses(let whole, let kept):
      "recovery kept \(kept) of \(whole) whole steps"
    case .recoveredOtherwise:
      "what was recovered does not stay as it is when it is recovered again"
    case .updatedDiffers(let verdict):
      "what was brought up to date is not as this build records it: \(verdict)"
    }
  }
}
