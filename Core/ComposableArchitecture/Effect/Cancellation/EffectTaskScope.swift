/// The store and the child on whose behalf the current task does the work of an effect.
struct EffectTaskScope: Sendable {
  /// Nil outside of effects.
  @TaskLocal static var current: EffectTaskScope?

  let registry: CancellationRegistry
  /// The children that returned the effect, from the outermost one in.
  let path: [ChildPlace]
  /// Dismisses the innermost presented feature that the effect is of, if it is of one.
  let dismiss: (@MainActor @Sendable () -> Void)?

  func cancel(_ id: CancelID) {
    registry.cancel(id, at: path)
  }
}
