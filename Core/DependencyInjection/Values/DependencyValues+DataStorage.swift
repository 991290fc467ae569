extension DependencyValues {
  /// Keeps data under names; in tests it fails when called, unless overridden.
  ///
  /// Until the app gives it a folder, it throws a `DataStorageError`.
  public var dataStorage: DataStorage {
    get { self[DataStorageKey.self] }
    set { self[DataStorageKey.self] = newValue }
  }
}

private enum DataStorageKey: DependencyKey, UncontrolledTestKey {
  static let liveValue = DataStorage(
    load: { name in throw DataStorageError.noFolderToLoad(name: name) },
    save: { _, name in throw DataStorageError.noFolderToSave(name: name) })

  static var previewValue: DataStorage { .inMemory() }

  static var testValue: DataStorage {
    let dependency = UnimplementedDependency("dataStorage", example: ".inMemory()")
    return DataStorage(
      load: { _ in
        dependency.report()
        return nil
      },
      save: { _, _ in dependency.report() })
  }
}
