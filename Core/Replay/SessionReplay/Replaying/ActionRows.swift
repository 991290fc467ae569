import RecordCoding
import ReducerRuntime
import SessionModel
import SessionDocument

struct RowDetail {
  fileprivate var isRead = false
  fileprivate(set) var effect = EffectShape.none {
    didSet { hasEffect = effect != .none }
  }
  private(set) var hasEffect = false
  fileprivate(set) var change: Range<Int>?
}

/// The rows of a chunk as the app's types, each decoded for the first step that uses it.
final class ActionRows<Action: Recordable> {
  // Allocated separately, since access to a class's properties is checked for exclusivity.
  private let actions: UnsafeMutablePointer<Action>
  private let details: UnsafeMutablePointer<RowDetail>
  private let count: Int
  private var effectsLeft = EffectShape.maxInChunk
  /// Whether a reducer may have changed an action in place.
  private let changeInPlace: Bool
  private let header: SessionHeader
  /// The references of the action that was read last.
  private(set) var references = 0..<0

  init(count: Int, changeInPlace: Bool, header: SessionHeader) {
    self.count = count
    self.changeInPlace = changeInPlace
    self.header = header
    actions = .allocate(capacity: count)
    details = .allocate(capacity: count)
    details.initialize(repeating: RowDetail(), count: count)
  }

  deinit {
    for row in 0..<count where details[row].isRead { (actions + row).deinitialize(count: 1) }
    details.deinitialize(count: count)
    actions.deallocate()
    details.deallocate()
  }

  /// Returns a pointer to the action of a decoded row, valid for the lifetime of this object.
  @inline(__always)
  func action(at row: Int) -> UnsafePointer<Action> { UnsafePointer(actions + row) }

  @inline(__always)
  func detail(at row: Int) -> UnsafePointer<RowDetail> { UnsafePointer(details + row) }

  /// `objects` returns the objects of the state to which the action is sent. Without it, the
  /// references of the action refer to values of their own.
  @inline(__always)
  func read(
    _ row: Int, as source: StepChunk.Row, of payload: [UInt8],
    objects: () -> NumberedObjects?
  ) throws(BadBlock) {
    if !details[row].isRead {
      try readFirst(row, as: source, of: payload, changeInPlace ? objects() : nil)
    } else if changeInPlace {
      var decoder = RecordDecoder(payload, in: source.content)
      actions[row] = try action(source, of: payload, &decoder, objects())
    }
  }

  @inline(never)
  private func readFirst(
    _ row: Int, as source: StepChunk.Row, of payload: [UInt8], _ objects: NumberedObjects?
  ) throws(BadBlock) {
    var decoder = RecordDecoder(payload, in: source.content)
    let action = try action(source, of: payload, &decoder, objects)
    details[row].effect = try source.effect(&decoder, left: &effectsLeft)
    details[row].change = try source.change(&decoder, level: header.level)
    (actions + row).initialize(to: action)
    details[row].isRead = true
  }

  /// Reads an action. Its references refer to `objects` of the state.
  private func action(
    _ row: StepChunk.Row, of payload: [UInt8], _ decoder: inout RecordDecoder,
    _ objects: NumberedObjects?
  ) throws(BadBlock) -> Action {
    references = try row.references(&decoder, header: header)
    return try BadBlock.reading {
      guard !references.isEmpty, let objects else { return try decoder.decode(Action.self) }
      decoder.supplement = try KeyframeSupplement(
        payload, in: references, ofStateAt: decoder.position,
        objects: DecodedObjects(knownFrom: objects))
      defer { decoder.supplement = nil }
      return try decoder.decodeJoining(Action.self)
    }
  }
}
