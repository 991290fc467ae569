/// A key path that is handed to other tasks.
///
/// Unchecked: a key path never changes once it is made. Those of properties and cases capture
/// nothing; the arguments of a subscript are values that are hashed and compared.
struct SharedKeyPath<Path: AnyKeyPath>: @unchecked Sendable {
  let keyPath: Path

  init(_ keyPath: Path) {
    self.keyPath = keyPath
  }
}
