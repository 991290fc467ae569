#if !canImport(SwiftUI)
  /// A value that a view reads and sets, and that is stored elsewhere.
  ///
  ///     let count = Binding(get: { store.count }, set: { _ in store.send(.incrTapped) })
  ///     count.wrappedValue += 1
  @MainActor
  @dynamicMemberLookup
  @propertyWrapper
  public struct Binding<Value> {
    private let get: () -> Value
    private let set: (Value) -> Void

    /// Creates a binding that calls functions to read and to set the value.
    public init(get: @escaping () -> Value, set: @escaping (_ value: Value) -> Void) {
      self.get = get
      self.set = set
    }

    /// Creates a binding to a value that never changes.
    public static func constant(_ value: Value) -> Self {
      Self(get: { value }, set: { _ in })
    }

    /// The bound value.
    public var wrappedValue: Value {
      get { get() }
      nonmutating set { set(newValue) }
    }

    /// The binding itself.
    public var projectedValue: Self { self }

    /// Returns a binding to a part of the value.
    public subscript<Part>(
      dynamicMember keyPath: WritableKeyPath<Value, Part>
    ) -> Binding<Part> {
      Binding<Part>(
        get: { self.wrappedValue[keyPath: keyPath] },
        set: { self.wrappedValue[keyPath: keyPath] = $0 })
    }

    /// Returns the binding unchanged, because there is no user interface.
    public func animation(_ animation: Animation? = .default) -> Self { self }

    /// Returns the binding unchanged, because there is no user interface.
    public func transaction(_ transaction: Transaction) -> Self { self }
  }
#endif
