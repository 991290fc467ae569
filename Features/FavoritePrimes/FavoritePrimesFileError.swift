/// Why the favorite primes could not be loaded or saved.
enum FavoritePrimesFileError: Error, Hashable, Sendable {
  /// The storage could not load the file.
  case notLoaded(reason: String)
  /// The storage could not save the file.
  case notSaved(reason: String)
  /// The file holds something else.
  case unreadable(name: String)
}
