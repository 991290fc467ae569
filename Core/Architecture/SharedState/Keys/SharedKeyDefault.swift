/// A key with a default value, for properties that don't provide one.
///
/// Declare such a key as a static property:
///
///     extension SharedKey where Self == AppStorageKey<Bool>.Default {
///       static var isMuted: Self { Self[.appStorage("isMuted"), default: false] }
///     }
public struct _SharedKeyDefault<Base: SharedReaderKey>: SharedReaderKey {
  let base: Base
  let defaultValue: @Sendable () -> Base.Value

  /// The default value.
  public var initialValue: Base.Value { defaultValue() }

  /// The identifier of the key.
  public var id: Base.ID { base.id }

  /// Returns this key with a default value.
  public static subscript(
    key: Base, default defaultValue: @autoclosure @escaping @Sendable () -> Base.Value
  ) -> Self {
    Self(base: key, defaultValue: defaultValue)
  }

  /// Loads the value with the base key.
  public func load(
    context: LoadContext<Base.Value>, continuation: LoadContinuation<Base.Value>
  ) {
    base.load(context: context, continuation: continuation)
  }

  /// Subscribes to changes with the base key.
  public func subscribe(
    context: LoadContext<Base.Value>, subscriber: SharedSubscriber<Base.Value>
  ) -> SharedSubscription {
    base.subscribe(context: context, subscriber: subscriber)
  }
}

extension _SharedKeyDefault: SharedKey where Base: SharedKey {
  /// Saves the value with the base key.
  public func save(
    _ value: Base.Value, context: SaveContext, continuation: SaveContinuation
  ) {
    base.save(value, context: context, continuation: continuation)
  }
}

extension _SharedKeyDefault: NamedSharedKey {
  var name: String { base.recordedName }
}

extension _SharedKeyDefault: CustomStringConvertible {
  /// The description of the key that has the default value.
  public var description: String { String(reflecting: base) }
}

extension SharedReaderKey {
  /// The type of this key with a default value.
  public typealias Default = _SharedKeyDefault<Self>

  /// Returns a key with a default value.
  public static subscript(
    key: Self, default defaultValue: @autoclosure @escaping @Sendable () -> Value
  ) -> Default {
    Default(base: key, defaultValue: defaultValue)
  }
}
