extension Unmanaged {
  /// Avoids retaining the object. A main-actor closure passed to the standard library checks its
  /// executor first, which takes a quarter of the time budget of a step.
  @inline(__always)
  func with<Result>(_ body: (Instance) -> Result) -> Result {
    _withUnsafeGuaranteedRef(body)
  }
}
