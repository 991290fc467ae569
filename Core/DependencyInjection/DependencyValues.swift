/// The dependencies that are in force at one place: those overridden, and defaults for all others.
///
/// A dependency of your own is a property in an extension:
///
///     extension DependencyValues {
///       var apiClient: APIClient {
///         get { self[APIClient.self] }
///         set { self[APIClient.self] = newValue }
///       }
///     }
public struct DependencyValues: Sendable {
  private(set) var storage: DependencyStorage
  /// What `storage` does not override is looked up here: what a `@Dependency` captured.
  let fallback: DependencyStorage?
  /// The `@Dependency` through which these values are read.
  let site: AccessSite?
  /// Whether these values are being assigned to, so that reading a default is no use of it.
  let isAssigning: Bool

  init(
    _ storage: DependencyStorage, fallback: DependencyStorage? = nil, site: AccessSite? = nil,
    isAssigning: Bool = false
  ) {
    self.storage = storage
    self.fallback = fallback
    self.site = site
    self.isAssigning = isAssigning
  }

  /// The value for a key: the overriding one, or the default of the context.
  ///
  /// `property` is the name of the property that calls this, for messages; leave it out.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type, property property: StaticString = #function
  ) -> Key.Value {
    get {
      let value =
        override(of: ObjectIdentifier(key))?.value(of: key)
        ?? defaultValue(of: key, property: property)
      if DependencyReads.areWatched { noteRead(of: key, property: property, value: value) }
      return value
    }
    set {
      var overrides = storage.overrides
      overrides.set(newValue, of: key)
      storage = DependencyStorage(overrides: overrides, cache: storage.cache)
    }
  }

  /// What overrides the default of a key.
  func override(of key: ObjectIdentifier) -> (any ErasedDependencyBox)? {
    storage.overrides.box(of: key) ?? fallback?.overrides.box(of: key)
  }
}
