import Issues

// Keys as written for 1.10 to 1.16, whose methods return values. The protocols have both forms of a
// method, and each key implements one. A key without the current form is a warning of the compiler.

extension SharedReaderKey {
  /// Loads the value that `load(initialValue:)` returns.
  @available(*, deprecated, message: "Implement 'load(context:continuation:)'.")
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(with: .success(load(initialValue: context.initialValue)))
  }

  /// Subscribes with `subscribe(initialValue:didSet:)`.
  @available(*, deprecated, message: "Implement 'subscribe(context:subscriber:)'.")
  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    let subscription = subscribe(initialValue: context.initialValue) { value in
      subscriber.yield(with: .success(value))
    }
    return SharedSubscription { subscription.cancel() }
  }

  /// Reports that the key doesn't load, and returns the default value.
  public func load(initialValue: Value?) -> Value? {
    reportIssue("The key '\(recordedName)' must implement 'load(context:continuation:)'.", at: nil)
    return initialValue
  }

  /// Returns a subscription without changes.
  public func subscribe(
    initialValue: Value?, didSet: @escaping @Sendable (_ newValue: Value?) -> Void
  ) -> Shared<Value>.Subscription {
    Shared.Subscription {}
  }
}

extension Shared {
  /// A subscription of a key with the earlier methods. It ends when it is canceled or deallocated.
  ///
  ///     let subscription = Shared<Int>.Subscription { print("ended") }
  ///     subscription.cancel()
  public final class Subscription: Sendable {
    private let subscription: SharedSubscription

    /// Creates a subscription that calls a function when it ends.
    public init(_ cancel: @escaping () -> Void) {
      // `nonisolated(unsafe)`, because closures of these versions are not Sendable.
      nonisolated(unsafe) let cancel = cancel
      subscription = SharedSubscription { cancel() }
    }

    /// Ends the subscription.
    public func cancel() { subscription.cancel() }
  }
}
