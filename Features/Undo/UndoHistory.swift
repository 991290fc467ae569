public import ComposableArchitecture

/// The edits that can be undone, and the edits that can be redone.
///
///     struct State: Equatable {
///       var count = 0
///       var history = UndoHistory<CountEdit>()
///     }
///
/// The history is part of the state. The steps of a log record only the number of edits, because
/// the edits themselves follow from the steps. Keyframes, at which a replay can begin, also record
/// the edits.
public struct UndoHistory<Edit: UndoableEdit>: Sendable {
  @usableFromInline var past = EditStack<Edit>()
  @usableFromInline var future = EditStack<Edit>()
  /// Whether the next edit may continue the last one.
  @usableFromInline var isOpen = false

  /// Creates an empty history.
  @inlinable
  public init() {}

  /// Whether there is an edit to undo.
  @inlinable
  public var canUndo: Bool { past.count > 0 }

  /// Whether there is an edit to redo.
  @inlinable
  public var canRedo: Bool { future.count > 0 }

  /// Whether there is nothing to undo or redo.
  @inlinable
  public var isEmpty: Bool { !canUndo && !canRedo }

  /// The edit to undo next, with the value that it restores.
  @inlinable
  public var nextUndo: Edit? { past.last }

  /// The edit to redo next, with the value that it restores.
  @inlinable
  public var nextRedo: Edit? { future.last }

  /// Ends the last edit. The next edit does not continue it.
  @inlinable
  public mutating func endEdit() {
    isOpen = false
  }

  /// Removes all edits.
  @inlinable
  public mutating func removeAll() {
    past.removeAll()
    future.removeAll()
    isOpen = false
  }

  /// Adds an edit and discards the edits to redo. The `undoable` operator calls this for every
  /// edit.
  ///
  /// Tests use this method to state what they expect: `$0.history.add(.count(0))`.
  @inlinable
  public mutating func add(_ edit: Edit, limit: Int = 50) {
    future.removeAll()
    if isOpen, past.isContinued(by: edit) { return }
    past.push(edit, limit: limit)
    isOpen = true
  }

  /// Removes and returns the edit that an action undoes or redoes, if there is one.
  @inlinable
  mutating func take(for action: UndoAction) -> Edit? {
    isOpen = false
    switch action {
    case .undo: return past.pop()
    case .redo: return future.pop()
    }
  }

  /// Stores an exchanged edit where the opposite action finds it.
  @inlinable
  mutating func put(_ edit: Edit, after action: UndoAction, limit: Int) {
    switch action {
    case .undo: future.push(edit, limit: limit)
    case .redo: past.push(edit, limit: limit)
    }
  }
}

extension UndoHistory: Equatable {
  /// Returns whether both histories contain the same edits. Edits that are unknown, because the
  /// history was read from a log, are not compared.
  public static func == (one: Self, other: Self) -> Bool {
    one.past == other.past && one.future == other.future
  }
}

// Not synthesized: steps record the number of edits, and keyframes the edits themselves.
@_documentation(visibility: internal)
extension UndoHistory: Recordable {
  /// Describes the type by its numbers of edits, with the edits as a part of keyframes.
  @inlinable
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.supplement([Edit].self)
    return schema.structure(Self.self) { type in
      // A count changes only with its edits, so the location of the edits in memory does not
      // matter.
      type.field("past", \.past, storage: \.past.count)
      type.field("future", \.future, storage: \.future.count)
      type.keyframePart("edits", Edits.self)
    }
  }

  /// Writes the numbers of edits and, in a keyframe, the edits.
  @inlinable
  public func record(into encoder: inout RecordEncoder) {
    encoder.encode(past)
    encoder.encode(future)
    encoder.encodeInKeyframe(Edits(isOpen: isOpen, past: past.known, future: future.known))
  }

  /// Reads the numbers of edits and, in a keyframe, the edits.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init()
    past = try decoder.decode()
    future = try decoder.decode()
    guard let edits = try decoder.decodeInKeyframe(Edits.self) else { return }
    isOpen = edits.isOpen
    past.learn(edits.past)
    future.learn(edits.future)
  }

  /// Writes the changes of the numbers of edits.
  @inlinable
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let product = encoder.openProduct(fieldCount: 2)
    encoder.field(0, of: product, from: old.past, to: past)
    encoder.field(1, of: product, from: old.future, to: future)
    return encoder.close(product)
  }
}

extension UndoHistory {
  /// The part of a history that only keyframes contain.
  @usableFromInline
  struct Edits {
    let isOpen: Bool
    /// The edits that can be undone, oldest first.
    let past: [Edit]
    /// The edits that can be redone. The one to redo first is last.
    let future: [Edit]

    @usableFromInline
    init(isOpen: Bool, past: [Edit], future: [Edit]) {
      (self.isOpen, self.past, self.future) = (isOpen, past, future)
    }
  }
}

extension UndoHistory.Edits: Recordable {
  @usableFromInline
  static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.structure(Self.self) { type in
      type.field("isOpen", \.isOpen)
      type.field("past", \.past)
      type.field("future", \.future)
    }
  }

  @usableFromInline
  func record(into encoder: inout RecordEncoder) {
    encoder.encode(isOpen)
    encoder.encode(past)
    encoder.encode(future)
  }

  @usableFromInline
  init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    isOpen = try decoder.decode()
    past = try decoder.decode()
    future = try decoder.decode()
  }

  @usableFromInline
  func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let product = encoder.openProduct(fieldCount: 3)
    encoder.field(0, of: product, from: old.isOpen, to: isOpen)
    encoder.field(1, of: product, from: old.past, to: past)
    encoder.field(2, of: product, from: old.future, to: future)
    return encoder.close(product)
  }
}
