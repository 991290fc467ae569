/// How the default value that is being computed came to be asked for.
struct Resolution: Sendable {
  @TaskLocal static var current = Resolution()

  /// The `@Dependency` that is read; nil for `DependencyValues` that are read directly.
  var site: AccessSite?
  /// The name of the property of `DependencyValues` that is read.
  var property = ""
  /// Whether the value is only read to be replaced or changed.
  var isAssigning = false
}
