extension Effect {
  /// The effect, after a pause during which no other effect of the identity was returned.
  ///
  /// An effect of the same identity that is waiting or in flight is cancelled, as by
  /// `cancellable(id:cancelInFlight:)`.
  public func debounce(
    id: some Hashable & Sendable, for dueTime: Duration, tolerance: Duration? = nil,
    clock: any Clock<Duration>
  ) -> Self {
    if isNone { return .none }
    return .concatenate(
      .run { _ in try await clock.sleep(for: dueTime, tolerance: tolerance) }, self
    )
    .cancellable(id: id, cancelInFlight: true)
  }
}
