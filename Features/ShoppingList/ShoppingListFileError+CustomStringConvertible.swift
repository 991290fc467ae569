extension ShoppingListFileError: CustomStringConvertible {
  /// What failed, and what to do about it.
  var description: String {
    switch self {
    case .notLoaded(let reason):
      "The shopping list was not loaded, and is as it was: \(reason)"
    case .notSaved(let reason):
      "The shopping list was not saved: \(reason)"
    case .unreadable(let name):
      """
      The shopping list was not loaded, and is as it was: \(name.debugDescription) is not a JSON \
      list of products with "id", "name" and "isBought". Mend it; when the list is saved, it is \
      kept under another name.
      """
    case .repeatedID(let name, let id, let places):
      """
      The shopping list was not loaded, and is as it was: in \(name.debugDescription) the products \
      \(places.map(String.init).joined(separator: " and ")), counted from 0, have the same id, \
      \(id). Give each an id of its own; when the list is saved, the file is kept under another \
      name.
      """
    }
  }
}
