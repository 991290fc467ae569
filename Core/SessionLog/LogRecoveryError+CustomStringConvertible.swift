extension LogRecoveryError: CustomStringConvertible {
  /// Says why there is no recovered log.
  package var description: String {
    switch self {
    case .cannotRead(let error): error.description
    case .nothingLeft(let path, let losses):
      "\(shown(path)): nothing can be recovered: "
        + (losses.first.map { "\($0.damage.part) is damaged: \($0.damage.cause). " }
          ?? "it has no steps. ")
        + "Nothing was written; find a whole copy."
    case .cannotCreate(let error): error.description
    case .stopped(let path, let cause):
      "\(shown(path)): writing the recovered log stopped: \(cause). Nothing of it is left, and the "
        + "damaged log is as it was. Free some space, or choose another folder."
    }
  }
}
