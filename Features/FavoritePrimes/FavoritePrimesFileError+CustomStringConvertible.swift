extension FavoritePrimesFileError: CustomStringConvertible {
  /// What failed, and what to do about it.
  var description: String {
    switch self {
    case .notLoaded(let reason):
      "The favorite primes were not loaded, and the list is as it was: \(reason)"
    case .notSaved(let reason):
      "The favorite primes were not saved: \(reason)"
    case .unreadable(let name):
      """
      The favorite primes were not loaded, and the list is as it was: \(name.debugDescription) is \
      not a JSON list of whole numbers, such as [2, 3, 5]. Mend it; if you save instead, it is \
      kept under another name.
      """
    }
  }
}
