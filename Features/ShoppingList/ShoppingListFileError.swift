/// Why the shopping list could not be loaded or saved.
enum ShoppingListFileError: Error, Hashable, Sendable {
  /// The storage could not load the file.
  case notLoaded(reason: String)
  /// The storage could not save the file.
  case notSaved(reason: String)
  /// The file holds something else.
  case unreadable(name: String)
  /// Two products in the file, at these places from 0, have the same identity.
  case repeatedID(name: String, id: String, places: [Int])
}
