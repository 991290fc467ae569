extension DataStorageError: CustomStringConvertible {
  /// What failed, and what to do about it.
  public var description: String {
    let remedy = """
      the app was given no data folder. Set 'dataStorage' with 'prepareDependencies' when the app \
      starts.
      """
    switch self {
    case .noFolderToLoad(let name): return "Cannot load \(name.debugDescription): \(remedy)"
    case .noFolderToSave(let name): return "Cannot save \(name.debugDescription): \(remedy)"
    }
  }
}
