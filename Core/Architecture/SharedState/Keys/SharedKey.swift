import Issues
import Synchronization

/// A strategy that loads a shared value from a storage and observes its changes.
///
///     struct EnvironmentKey: SharedReaderKey, Hashable {
///       let name: String
///
///       func load(context: LoadContext<String>, continuation: LoadContinuation<String>) {
///         continuation.resume(with: .success(ProcessInfo.processInfo.environment[name]))
///       }
///
///       func subscribe(
///         context: LoadContext<String>, subscriber: SharedSubscriber<String>
///       ) -> SharedSubscription {
///         SharedSubscription {}
///       }
///     }
public protocol SharedReaderKey<Value>: Sendable {
  /// The type of the shared value.
  associatedtype Value: Sendable

  /// The type of the key's identifier.
  associatedtype ID: Hashable = Self

  /// The identifier of the value. Keys with equal identifiers share one reference.
  var id: ID { get }

  /// Loads the value and resumes the continuation exactly once, now or later.
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)

  /// Reports changes of the stored value until the subscription is canceled.
  func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription

  /// Returns the stored value. The earlier form of `load(context:continuation:)`.
  func load(initialValue: Value?) -> Value?

  /// Reports changes of the stored value. The earlier form of `subscribe(context:subscriber:)`.
  func subscribe(
    initialValue: Value?, didSet: @escaping @Sendable (_ newValue: Value?) -> Void
  ) -> Shared<Value>.Subscription
}

/// A strategy that loads a shared value from a storage and saves it there.
///
/// <!-- context: settingsKey -->
///     func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
///       settings.set(value, for: name)
///       continuation.resume()
///     }
public protocol SharedKey<Value>: SharedReaderKey {
  /// Saves the value and resumes the continuation exactly once, now or later.
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
}

extension SharedReaderKey where ID == Self {
  /// The key itself.
  public var id: ID { self }
}

extension SharedReaderKey {
  /// The name of the key in logs and messages, identical on every machine.
  var recordedName: String {
    func name(of key: some SharedReaderKey) -> String {
      (key as? any NamedSharedKey)?.name ?? "\(type(of: key)) \(key.id)"
    }
    return name(of: self)
  }
}

/// A key with a custom name in logs and messages.
protocol NamedSharedKey {
  var name: String { get }
}

/// The reason for loading a shared value.
///
/// <!-- context: settingsKey -->
///     func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
///       continuation.resume(with: .success(settings.value(for: name) ?? context.initialValue))
///     }
public enum LoadContext<Value> {
  /// A shared property with this default value was created.
  case initialValue(Value)
  /// The app called `load()`.
  case userInitiated

  /// The default value of a property being created; `nil` if the app called `load()`.
  public var initialValue: Value? {
    if case .initialValue(let value) = self { value } else { nil }
  }
}

extension LoadContext: Sendable where Value: Sendable {}
extension LoadContext: Equatable where Value: Equatable {}
extension LoadContext: Hashable where Value: Hashable {}

/// The reason for saving a shared value.
///
/// <!-- context: settingsKey -->
///     func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
///       settings.set(value, for: name)
///       if context == .userInitiated { settings.synchronize() }
///       continuation.resume()
///     }
public enum SaveContext: Hashable, Sendable {
  /// The value was changed.
  case didSet
  /// The app called `save()`.
  case userInitiated
}

/// A continuation that receives the result of a load, exactly once.
///
/// If its last copy is deallocated before it was resumed, an issue is reported, and the load ends
/// without a value.
///
/// <!-- context: settingsKey -->
///     func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
///       if let value = settings.value(for: name) {
///         continuation.resume(returning: value)
///       } else {
///         continuation.resumeReturningInitialValue()
///       }
///     }
public struct LoadContinuation<Value>: Sendable {
  private let callback: @Sendable (Result<Value?, any Error>) -> Void

  /// Creates a continuation that calls a function.
  public init(
    _ description: @autoclosure @escaping @Sendable () -> String = "A key",
    callback: @escaping @Sendable (_ result: Result<Value?, any Error>) -> Void
  ) {
    self.init({ description() }, at: nil, callback: callback)
  }

  init(
    _ description: @escaping @Sendable () -> String, at location: CodeLocation?,
    callback: @escaping @Sendable (_ result: Result<Value?, any Error>) -> Void
  ) {
    let fallback = OnceCallback<Result<Value?, any Error>>.Fallback(
      input: { .success(nil) }, effect: "the value stays unchanged", caller: "load")
    self.callback = OnceCallback(description, at: location, fallback: fallback, callback).call
  }

  /// Resumes with the loaded value.
  public func resume(returning value: Value) { resume(with: .success(value)) }

  /// Resumes without a value, which leaves the shared value unchanged.
  public func resumeReturningInitialValue() { resume(with: .success(nil)) }

  /// Resumes with an error.
  public func resume(throwing error: any Error) { resume(with: .failure(error)) }

  /// Resumes with a result. A `nil` value leaves the shared value unchanged.
  public func resume(with result: Result<Value?, any Error>) { callback(result) }
}

/// A continuation that receives the result of a save, exactly once.
///
/// If its last copy is deallocated before it was resumed, an issue is reported, and the save counts
/// as successful.
///
/// <!-- context: settingsKey -->
///     func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
///       continuation.resume(with: Result { try settings.write(value, for: name) })
///     }
public struct SaveContinuation: Sendable {
  private let callback: @Sendable (Result<Void, any Error>) -> Void

  /// Creates a continuation that calls a function.
  public init(
    _ description: @autoclosure @escaping @Sendable () -> String = "A key",
    callback: @escaping @Sendable (_ result: Result<Void, any Error>) -> Void
  ) {
    self.init({ description() }, at: nil, callback: callback)
  }

  init(
    _ description: @escaping @Sendable () -> String, at location: CodeLocation?,
    callback: @escaping @Sendable (_ result: Result<Void, any Error>) -> Void
  ) {
    let fallback = OnceCallback<Result<Void, any Error>>.Fallback(
      input: { .success(()) }, effect: "the save counts as successful", caller: "save")
    self.callback = OnceCallback(description, at: location, fallback: fallback, callback).call
  }

  /// Resumes after a successful save.
  public func resume() { resume(with: .success(())) }

  /// Resumes with an error.
  public func resume(throwing error: any Error) { resume(with: .failure(error)) }

  /// Resumes with a result.
  public func resume(with result: Result<Void, any Error>) { callback(result) }
}

/// A subscriber that receives changes of a stored value.
///
/// <!-- context: settingsKey -->
///     func subscribe(
///       context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
///     ) -> SharedSubscription {
///       let observation = settings.observe(name) { subscriber.yield($0) }
///       return SharedSubscription { observation.cancel() }
///     }
public struct SharedSubscriber<Value>: Sendable {
  private let onLoad: @Sendable (Result<Value?, any Error>) -> Void
  private let onLoading: @Sendable (Bool) -> Void

  /// Creates a subscriber that calls functions.
  public init(
    callback: @escaping @Sendable (_ result: Result<Value?, any Error>) -> Void,
    onLoading: @escaping @Sendable (_ isLoading: Bool) -> Void = { _ in }
  ) {
    onLoad = callback
    self.onLoading = onLoading
  }

  /// Delivers a new value.
  public func yield(_ value: Value) { yield(with: .success(value)) }

  /// Reports that the value was removed, which restores the default value.
  public func yieldReturningInitialValue() { yield(with: .success(nil)) }

  /// Delivers an error.
  public func yield(throwing error: any Error) { yield(with: .failure(error)) }

  /// Delivers a result. A `nil` value restores the default value.
  public func yield(with result: Result<Value?, any Error>) { onLoad(result) }

  /// Reports whether a load is in progress.
  public func yieldLoading(_ isLoading: Bool = true) { onLoading(isLoading) }
}

/// A subscription that ends when it is canceled or deallocated.
///
/// <!-- context: settingsKey -->
///     func subscribe(
///       context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
///     ) -> SharedSubscription {
///       let observation = settings.observe(name) { subscriber.yield($0) }
///       return SharedSubscription { observation.cancel() }
///     }
public final class SharedSubscription: Sendable {
  private let onCancel: @Sendable () -> Void
  private let isCanceled = Atomic(false)

  /// Creates a subscription that calls a function when it ends.
  public init(_ cancel: @escaping @Sendable () -> Void = {}) {
    onCancel = cancel
  }

  deinit { cancel() }

  /// Ends the subscription.
  public func cancel() {
    let isFirst = isCanceled.exchange(true, ordering: .relaxed)
    if !isFirst { onCancel() }
  }
}
