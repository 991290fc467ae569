import ComposableArchitecture

/// A form of property whose setter can be observed. A key path to it has no offset.
enum PropertyForm: CaseIterable, Sendable {
  case observed, computed, wrapped

  /// Returns the key path to a value in this form.
  func path<Root, Value>(
    _ property: WritableKeyPath<Root, Property<Value>>
  ) -> WritableKeyPath<Root, Value> {
    switch self {
    case .observed: property.appending(path: \.observed)
    case .computed: property.appending(path: \.computed)
    case .wrapped: property.appending(path: \.wrapped)
    }
  }
}

/// A value with an observed, a computed and a wrapped property.
struct Property<Value> {
  /// The number of calls to the computed property's getter.
  final class ReadCounter {
    var count = 0
  }

  let reads = ReadCounter()
  private var ownWrites = 0
  private var storage: Value

  var observed: Value { didSet { ownWrites += 1 } }

  var computed: Value {
    get {
      reads.count += 1
      return storage
    }
    set {
      storage = newValue
      ownWrites += 1
    }
  }

  @Counted var wrapped: Value

  /// The number of times that a property was set.
  var writes: Int { ownWrites + _wrapped.writes }

  init(_ value: Value) {
    storage = value
    observed = value
    wrapped = value
  }

  @propertyWrapper
  struct Counted {
    private(set) var writes = 0
    var wrappedValue: Value { didSet { writes += 1 } }

    init(wrappedValue: Value) {
      self.wrappedValue = wrappedValue
    }
  }
}
