public import RecordCoding

/// Optional state of a feature that is presented, which `ifLet` takes as `\.$destination`.
///
///     struct State: Equatable {
///       @PresentationState var detail: Profile.State?
///     }
///
/// The value stands behind a reference, so that a feature can present its own kind. It is changed in
/// place as long as no copy of it is held. `@Presents` declares a property of it.
@propertyWrapper
public struct PresentationState<State> {
  /// Where the value stands; `nil` where there is none, so that an absent one costs nothing.
  @usableFromInline var storage: Storage?

  @usableFromInline
  final class Storage {
    @usableFromInline var state: State?

    @usableFromInline
    init(_ state: State?) {
      self.state = state
    }
  }

  /// Creates a presentation of a state, or of none.
  @inlinable
  public init(wrappedValue: State?) {
    storage = wrappedValue.map(Storage.init)
  }

  /// The state that is presented, if one is.
  @inlinable
  public var wrappedValue: State? {
    get { storage?.state }
    _modify {
      if let storage = uniqueStorage() {
        defer { if storage.state == nil { self.storage = nil } }
        yield &storage.state
      } else {
        var state: State?
        defer { if state != nil { storage = Storage(state) } }
        yield &state
      }
    }
  }

  /// The presentation itself, which operators take.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
    _modify { yield &self }
  }

  /// Whether both stand at the same place, and so are equal for sure.
  @usableFromInline
  func sharesStorage(with other: Self) -> Bool {
    storage === other.storage
  }

  /// Changes the state in place, if there is one.
  @inlinable
  mutating func mutate<Result>(_ body: (inout State) -> Result) -> Result? {
    uniqueStorage()?.state.mutate(body)
  }

  /// The place of the value, which no copy of this shares.
  @usableFromInline
  mutating func uniqueStorage() -> Storage? {
    if storage != nil, !isKnownUniquelyReferenced(&storage) {
      storage = Storage(storage?.state)
    }
    return storage
  }
}

extension PresentationState where State: CasePathable {
  /// The value of a case of the presented state, or `nil` if it is in another case.
  ///
  /// Setting it where nothing is presented presents the case; setting it to `nil` dismisses it. To
  /// change it while another case is presented is reported, and changes nothing.
  public subscript<Value>(case path: CaseKeyPath<State, Value>) -> Value? {
    get { wrappedValue[reporting: AnyCasePath(path)] }
    _modify { yield &wrappedValue[reporting: AnyCasePath(path)] }
  }
}

extension Optional {
  /// The value of a case; a change of it while there is another case is reported, and changes nothing.
  subscript<Value>(reporting path: AnyCasePath<Wrapped, Value>) -> Value? {
    get { flatMap(path.extract(from:)) }
    _modify {
      var value = flatMap(path.extract(from:))
      let hadValue = value != nil
      let other = hadValue ? nil : self
      yield &value
      if let other {
        reportIssue(
          """
          Cannot change a '\(Value.self)' in '\(Wrapped.self)': the state is in another case, \
          \(other). Check the case first, or assign the whole state.
          """, at: nil)
      } else if let value {
        self = path.embed(value)
      } else if hadValue {
        self = nil
      }
    }
  }
}

// What is stored is copied before it is changed while another value shares it.
extension PresentationState: @unchecked Sendable where State: Sendable {}

extension PresentationState: Equatable where State: Equatable {
  /// Whether both present equal states, or none.
  public static func == (one: Self, other: Self) -> Bool {
    one.sharesStorage(with: other) || one.wrappedValue == other.wrappedValue
  }
}

@_documentation(visibility: internal)
extension PresentationState: Hashable where State: Hashable {
  /// Feeds the state to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
  }
}

@_documentation(visibility: internal)
extension PresentationState: Encodable where State: Encodable {
  /// Writes the state, or a null.
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
  }
}

@_documentation(visibility: internal)
extension PresentationState: Decodable where State: Decodable {
  /// Reads a state, or a null.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try State?(from: decoder))
  }
}

@_documentation(visibility: internal)
extension PresentationState: CustomReflectable {
  /// The mirror of the optional state.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
}

@_documentation(visibility: internal)
extension PresentationState: Recordable where State: Recordable {
  /// Describes the type as an optional state.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    State?.describe(in: schema)
  }

  /// Writes the optional state.
  public func record(into encoder: inout RecordEncoder) {
    wrappedValue.record(into: &encoder)
  }

  /// Reads the optional state.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init(wrappedValue: try State?(recorded: &decoder))
  }

  /// Writes the change of the optional state; what both share is known to be the same.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    if sharesStorage(with: old) { return false }
    return wrappedValue.recordChange(from: old.wrappedValue, into: &encoder)
  }
}

extension PresentationState.Storage: CopiedStorage {
  /// The type of the state.
  package static var storedTypes: [Any.Type] { [State.self] }
}

/// Declares optional state of a feature that is presented: `@Presents var destination: …State?`.
///
///     @ObservableState
///     struct State: Equatable {
///       @Presents var detail: Profile.State?
///     }
///
/// `ifLet` takes it as `\.$destination`.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(`$`), prefixed(_))
public macro Presents() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "PresentsMacro")
