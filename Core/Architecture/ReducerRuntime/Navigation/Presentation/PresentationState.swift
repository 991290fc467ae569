public import CaseKeyPaths
package import Issues
public import RecordCoding
import ValueDump

/// The optional state of a presented feature, which `ifLet` takes as `\.$destination`.
///
///     struct State: Equatable {
///       @PresentationState var detail: Profile.State?
///     }
///
/// The value is stored behind a reference, which lets a feature present its own type. It is changed
/// in place unless it is shared with a copy. `@Presents` declares a property of this type.
@propertyWrapper
public struct PresentationState<State> {
  /// The storage of the value. It is `nil` if there is no value, and no memory is allocated then.
  @usableFromInline var storage: Storage?

  @usableFromInline
  final class Storage {
    @usableFromInline var state: State?

    @usableFromInline
    init(_ state: State?) {
      self.state = state
    }
  }

  /// Creates a presentation of a state, or an empty one.
  @inlinable
  public init(wrappedValue: State?) {
    storage = wrappedValue.map(Storage.init)
  }

  /// The presented state, or `nil` if nothing is presented.
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

  /// The presentation itself, for operators such as `ifLet`.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
    _modify { yield &self }
  }

  /// Whether both values share storage, and are therefore equal.
  @usableFromInline
  func sharesStorage(with other: Self) -> Bool {
    storage === other.storage
  }

  @inlinable
  mutating func mutate<Result>(_ body: (inout State) -> Result) -> Result? {
    uniqueStorage()?.state.mutate(body)
  }

  /// Returns storage that no copy shares, copying it if necessary.
  @usableFromInline
  mutating func uniqueStorage() -> Storage? {
    if storage != nil, !isKnownUniquelyReferenced(&storage) {
      storage = Storage(storage?.state)
    }
    return storage
  }
}

extension PresentationState where State: CasePathable {
  /// Accesses the value of a case of the presented state, which is `nil` in any other case.
  ///
  /// If nothing is presented, setting a value presents the case. Setting `nil` dismisses the case.
  /// A change while a different case is presented is reported, and has no effect.
  public subscript<Value>(
    case path: CaseKeyPath<State, Value>,
    fileID: CodeLocationPart = #fileID, filePath: CodeLocationPart = #filePath,
    line: CodeLocationPart = #line, column: CodeLocationPart = #column
  ) -> Value? {
    get { wrappedValue.flatMap(AnyCasePath(path).extract(from:)) }
    _modify {
      yield &wrappedValue[
        AnyCasePath(path), at: CodeLocation(fileID, filePath, line: line, column: column)]
    }
  }
}

extension Optional {
  /// The value of a case. A change is reported and ignored while the state is in a different case.
  package subscript<Value>(
    path: AnyCasePath<Wrapped, Value>, at location: CodeLocation
  ) -> Value? {
    get { flatMap(path.extract(from:)) }
    _modify {
      var value = flatMap(path.extract(from:))
      let hadValue = value != nil
      let other = hadValue ? nil : self
      yield &value
      if let other {
        location.report(
          """
          Cannot change a '\(TypeNames.name(of: Value.self))' in \
          '\(TypeNames.name(of: Wrapped.self))': the state is in another case, \(other). Check the \
          case first, or assign the whole state.
          """)
      } else if let value {
        self = path.embed(value)
      } else if hadValue {
        self = nil
      }
    }
  }
}

// Unchecked because shared storage is copied before it is changed.
extension PresentationState: @unchecked Sendable where State: Sendable {}

extension PresentationState: Equatable where State: Equatable {
  /// Returns whether both values present equal states, or nothing.
  public static func == (one: Self, other: Self) -> Bool {
    one.sharesStorage(with: other) || one.wrappedValue == other.wrappedValue
  }
}

@_documentation(visibility: internal)
extension PresentationState: Hashable where State: Hashable {
  /// Hashes the presented state.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
  }
}

@_documentation(visibility: internal)
extension PresentationState: Encodable where State: Encodable {
  /// Encodes the state, or a null value.
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
  }
}

@_documentation(visibility: internal)
extension PresentationState: Decodable where State: Decodable {
  /// Creates a presentation by decoding a state, or a null value.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try State?(from: decoder))
  }
}

@_documentation(visibility: internal)
extension PresentationState: CustomReflectable {
  /// A mirror of the optional state.
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

  /// Creates a presentation by reading the optional state.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init(wrappedValue: try State?(recorded: &decoder))
  }

  /// Writes the change of the optional state, unless both values share storage.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    if sharesStorage(with: old) { return false }
    return wrappedValue.recordChange(from: old.wrappedValue, into: &encoder)
  }
}

extension PresentationState.Storage: CopiedStorage {
  package static var storedTypes: [Any.Type] { [State.self] }
}

/// Declares the optional state of a presented feature: `@Presents var destination: …State?`.
///
///     @ObservableState
///     struct State: Equatable {
///       @Presents var detail: Profile.State?
///     }
///
/// Pass it to `ifLet` as `\.$destination`.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(`$`), prefixed(_))
public macro Presents() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "PresentsMacro")
