extension Reducer {
  /// Returns the reducer unchanged, because recorded sessions contain times instead of signposts.
  @inlinable
  public func signpost(_ prefix: String = "") -> Self { self }
}
