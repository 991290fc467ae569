extension LogCheckFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotWrite(let path):
      "cannot write '\(path)'; free some space, or use another folder"
    case .cursorTooFar(let step, let last):
      "the cursor in the middle is at step \(step), after the last step, \(last)"
    case .recoveredUnreadable(let path):
      "cannot read the recovered log '\(path)'"
    case .recoveredDiffers(let reason):
      "the recovered log is not what was written: \(reason)"
    case .recoveryMiscounts(let reported, let found):
      "recovery reported \(reported) steps but kept \(found)"
    case .recoveryLoses(let whole, let kept):
      "recovery kept \(kept) of \(whole) intact steps"
    case .recoveredOtherwise:
      "recovering the recovered log changes it"
    case .updatedDiffers(let verdict):
      "the updated log does not match this build: \(verdict)"
    }
  }
}
