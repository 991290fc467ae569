public import ComposableArchitecture

/// The edits that can be undone, and those that can be redone.
///
///     struct State: Equatable {
///       var count = 0
///       var history = UndoHistory<CountEdit>()
///     }
///
/// It is a part of the state. The steps of a log hold how many edits there are and not what they are,
/// which follows from the steps; the keyframes, at which a replay can begin, hold the edits too.
public struct UndoHistory<Edit: UndoableEdit>: Sendable {
  @usableFromInline var past = EditStack<Edit>()
  @usableFromInline var future = EditStack<Edit>()
  /// Whether the next edit may go on with the last one.
  @usableFromInline var isOpen = false

  /// Creates a history without edits.
  @inlinable
  public init() {}

  /// Whether there is something to undo.
  @inlinable
  public var canUndo: Bool { past.count > 0 }

  /// Whether there is something to redo.
  @inlinable
  public var canRedo: Bool { future.count > 0 }

  /// Whether there is nothing to undo and nothing to redo.
  @inlinable
  public var isEmpty: Bool { !canUndo && !canRedo }

  /// The edit that is undone next, with what is put back then.
  @inlinable
  public var nextUndo: Edit? { past.last }

  /// The edit that is redone next, with what is put back then.
  @inlinable
  public var nextRedo: Edit? { future.last }

  /// Ends the last edit: the next one does not go on with it.
  @inlinable
  public mutating func endEdit() {
    isOpen = false
  }

  /// Forgets all edits.
  @inlinable
  public mutating func removeAll() {
    past.removeAll()
    future.removeAll()
    isOpen = false
  }

  /// Adds an edit, after which nothing can be redone; `undoable` does that for every edit.
  ///
  /// A test says with it what it expects: `$0.history.add(.count(0))`.
  @inlinable
  public mutating func add(_ edit: Edit, limit: Int = 50) {
    future.removeAll()
    if isOpen, past.isContinued(by: edit) { return }
    past.push(edit, limit: limit)
    isOpen = true
  }

  /// Takes the edit that an action is about; nil if there is none.
  @inlinable
  mutating func take(for action: UndoAction) -> Edit? {
    isOpen = false
    switch action {
    case .undo: return past.pop()
    case .redo: return future.pop()
    }
  }

  /// Puts an edit that was exchanged where the opposite action finds it.
  @inlinable
  mutating func put(_ edit: Edit, after action: UndoAction, limit: Int) {
    switch action {
    case .undo: future.push(edit, limit: limit)
    case .redo: past.push(edit, limit: limit)
    }
  }
}

extension UndoHistory: Equatable {
  /// Whether both hold the same edits, as far as they are known: not those that were read from a log.
  public static func == (one: Self, other: Self) -> Bool {
    one.past == other.past && one.future == other.future
  }
}

// Written by hand: a step holds how many edits there are, and a keyframe what they are.
@_documentation(visibility: internal)
extension UndoHistory: Recordable {
  /// Describes the type by how many edits there are.
  @inlinable
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.supplement([Edit].self)
    return schema.structure(Self.self) { type in
      // A count's changes are those of the edits; where these are in memory makes no difference.
      type.field("past", \.past, storage: \.past.count)
      type.field("future", \.future, storage: \.future.count)
      type.keyframePart("edits", Edits.self)
    }
  }

  /// Writes how many edits there are, and in a keyframe the edits.
  @inlinable
  public func record(into encoder: inout RecordEncoder) {
    encoder.encode(past)
    encoder.encode(future)
    encoder.encodeInKeyframe(Edits(isOpen: isOpen, past: past.known, future: future.known))
  }

  /// Reads how many edits there are, and in a keyframe the edits.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init()
    past = try decoder.decode()
    future = try decoder.decode()
    guard let edits = try decoder.decodeInKeyframe(Edits.self) else { return }
    isOpen = edits.isOpen
    past.learn(edits.past)
    future.learn(edits.future)
  }

  /// Writes the change of how many edits there are.
  @inlinable
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let product = encoder.openProduct(fieldCount: 2)
    encoder.field(0, of: product, from: old.past, to: past)
    encoder.field(1, of: product, from: old.future, to: future)
    return encoder.close(product)
  }
}

extension UndoHistory {
  /// The part of a history that only keyframes hold.
  @usableFromInline
  struct Edits {
    /// Whether the next edit may continue the last one.
    let isOpen: Bool
    /// The edits that can be undone, the oldest first.
    let past: [Edit]
    /// The edits that can be redone, the last one to be redone first.
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
