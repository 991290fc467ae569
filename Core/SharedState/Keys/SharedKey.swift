import Synchronization

/// A strategy that loads a shared value from somewhere and follows its changes there.
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

  /// The type of the key's identity.
  associatedtype ID: Hashable = Self

  /// The identity of the value: keys of equal identities share one reference.
  var id: ID { get }

  /// Loads the value and resumes the continuation once, now or later.
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)

  /// Follows the value in its storage until the subscription is cancelled.
  func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription
}

/// A strategy that loads a shared value from somewhere and saves it there.
///
/// <!-- context: settingsKey -->
///     func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
///       settings.set(value, for: name)
///       continuation.resume()
///     }
public protocol SharedKey<Value>: SharedReaderKey {
  /// Saves the value and resumes the continuation once, now or later.
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
}

extension SharedReaderKey where ID == Self {
  /// The key itself.
  public var id: ID { self }
}

extension SharedReaderKey {
  /// The name of the key in logs and messages, which is the same on every machine.
  var recordedName: String {
    func name(of key: some SharedReaderKey) -> String {
      (key as? any NamedSharedKey)?.name ?? "\(type(of: key)) \(key.id)"
    }
    return name(of: self)
  }
}

/// A key with a name of its own in logs and messages.
protocol NamedSharedKey {
  /// The name, which tells one value from all others of the app.
  var name: String { get }
}

/// Why a shared value is loaded.
///
/// <!-- context: settingsKey -->
///     func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
///       continuation.resume(with: .success(settings.value(for: name) ?? context.initialValue))
///     }
public enum LoadContext<Value> {
  /// A shared property with this default value was created.
  case initialValue(Value)
  /// `load()` was called.
  case userInitiated

  /// The default value, unless the app asked for the load itself.
  public var initialValue: Value? {
    if case .initialValue(let value) = self { value } else { nil }
  }
}

extension LoadContext: Sendable where Value: Sendable {}
extension LoadContext: Equatable where Value: Equatable {}
extension LoadContext: Hashable where Value: Hashable {}

/// Why a shared value is saved.
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
  /// `save()` was called.
  case userInitiated
}

/// Takes the outcome of a load, once.
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

  /// Creates a continuation of a function.
  public init(
    _ description: @autoclosure @escaping @Sendable () -> String = "A key",
    callback: @escaping @Sendable (_ result: Result<Value?, any Error>) -> Void
  ) {
    self.callback = OnceCallback(description, callback).call
  }

  /// Hands on the loaded value.
  public func resume(returning value: Value) { resume(with: .success(value)) }

  /// Hands on that there is no value, so that the default value stays.
  public func resumeReturningInitialValue() { resume(with: .success(nil)) }

  /// Hands on an error.
  public func resume(throwing error: any Error) { resume(with: .failure(error)) }

  /// Hands on the outcome; no value means the default one.
  public func resume(with result: Result<Value?, any Error>) { callback(result) }
}

/// Takes the outcome of a save, once.
///
/// <!-- context: settingsKey -->
///     func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
///       continuation.resume(with: Result { try settings.write(value, for: name) })
///     }
public struct SaveContinuation: Sendable {
  private let callback: @Sendable (Result<Void, any Error>) -> Void

  /// Creates a continuation of a function.
  public init(
    _ description: @autoclosure @escaping @Sendable () -> String = "A key",
    callback: @escaping @Sendable (_ result: Result<Void, any Error>) -> Void
  ) {
    self.callback = OnceCallback(description, callback).call
  }

  /// Hands on that the value was saved.
  public func resume() { resume(with: .success(())) }

  /// Hands on an error.
  public func resume(throwing error: any Error) { resume(with: .failure(error)) }

  /// Hands on the outcome.
  public func resume(with result: Result<Void, any Error>) { callback(result) }
}

/// Takes the changes of a value that its storage tells of.
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

  /// Creates a subscriber of functions.
  public init(
    callback: @escaping @Sendable (_ result: Result<Value?, any Error>) -> Void,
    onLoading: @escaping @Sendable (_ isLoading: Bool) -> Void = { _ in }
  ) {
    onLoad = callback
    self.onLoading = onLoading
  }

  /// Hands on a new value.
  public func yield(_ value: Value) { yield(with: .success(value)) }

  /// Hands on that the value is gone, so that the default value takes its place.
  public func yieldReturningInitialValue() { yield(with: .success(nil)) }

  /// Hands on an error.
  public func yield(throwing error: any Error) { yield(with: .failure(error)) }

  /// Hands on an outcome; no value means the default one.
  public func yield(with result: Result<Value?, any Error>) { onLoad(result) }

  /// Hands on whether a load is under way.
  public func yieldLoading(_ isLoading: Bool = true) { onLoading(isLoading) }
}

/// A subscription that ends when it is cancelled, or goes away.
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
  private let isCancelled = Atomic(false)

  /// Creates a subscription that calls a function when it ends.
  public init(_ cancel: @escaping @Sendable () -> Void = {}) {
    onCancel = cancel
  }

  deinit { cancel() }

  /// Ends the subscription.
  public func cancel() {
    let isFirst = isCancelled.exchange(true, ordering: .relaxed)
    if !isFirst { onCancel() }
  }
}
