/// Why data could not be loaded or saved.
public enum DataStorageError: Error, Hashable, Sendable {
  /// The app was given no folder to load the data of this name from.
  case noFolderToLoad(name: String)
  /// The app was given no folder to save the data of this name to.
  case noFolderToSave(name: String)
}
