extension Effect {
  /// The effect, which `cancel(id:)` can cancel; effects in flight of the same identity may be
  /// cancelled first.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    if isNone, !cancelInFlight { return .none }
    return Effect(
      operation: .cancellable(self, id: CancelID(id), cancelInFlight: cancelInFlight))
  }

  /// An effect that cancels all effects in flight of an identity.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Effect(operation: .cancel(id: CancelID(id)))
  }
}
