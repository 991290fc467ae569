import RecordCoding
package import RecordedValues
import SessionLog

/// The steps of a log with the changes that each made. Requires no code of the app.
///
/// A step of a few bytes can change a state of millions, and finding its changes takes time
/// proportional to the size of the state. A small log can hold many such steps, so only the first
/// ones are compared.
package struct ComparedSteps {
  /// The number of bytes of state that are compared for any log.
  private static let minLimit = 1 << 30
  /// The number of further bytes that are compared for each byte of the file.
  private static let bytesPerByte = 512 << 10
  /// The cost of a change, and of a byte of text printed in full, in compared bytes: printing takes
  /// that much longer than comparing.
  private static let change = 4 << 10
  private static let printedByte = 64

  private let reader: SessionReader
  private var cursor: SessionCursor
  private var values: FollowedValues
  private var identities: ShortIdentities
  private var actions: ShortActions?
  private var left: Int
  private let costOfByte: Int
  package private(set) var firstLeftOut: UInt64?
  /// Whether the last step changed a value at, above or below one of the paths.
  package private(set) var touchesPaths = false
  /// The short texts of the UUIDs in the action of the last step.
  package private(set) var shortUUIDs = ShortUUIDs.none
  /// The number of steps with changes that were not compared.
  package private(set) var leftOutCount: UInt64 = 0

  package var number: UInt64 { cursor.number }

  /// Watches `paths` after `step`. Printing long values in full, with `printsAll`, costs more.
  ///
  /// `shortUUIDs` is empty unless `shortensUUIDs` is true.
  package init(
    _ reader: SessionReader, after step: UInt64, paths: [ValuePath] = [], printsAll: Bool = false,
    shortensUUIDs: Bool = false
  ) throws(SessionReadError) {
    self.reader = reader
    identities = ShortIdentities(header: reader.header)
    actions = shortensUUIDs ? ShortActions(header: reader.header) : nil
    costOfByte = printsAll ? Self.printedByte : 1
    cursor = try SessionCursor(reader, at: step)
    cursor.followChanges()
    values = FollowedValues(paths, in: cursor.state)
    let length = Int(min(reader.log.fileLength, UInt64(Int.max / Self.bytesPerByte / 2)))
    left = Self.minLimit + length * Self.bytesPerByte
  }

  /// Returns the next step and its changes, or `nil` for changes that were not compared.
  package mutating func next() throws(SessionReadError) -> (
    step: RecordedStep, changes: [StateChange]?
  )? {
    // Changes that were lost in a gap do not belong to the step after it.
    if try cursor.crossGap() { _ = values.look(at: cursor.state) }
    let isCompared = left > 0
    shortUUIDs = try actions?.uuids(ofNextActionOf: &cursor) ?? .none
    guard let step = try cursor.next() else { return nil }
    touchesPaths = false
    guard step.hasChange, cursor.knowsState else { return (step, []) }
    touchesPaths = !values.look(at: cursor.state).isEmpty
    guard isCompared else {
      firstLeftOut = firstLeftOut ?? step.number
      leftOutCount += 1
      return (step, nil)
    }
    let changes = cursor.changes
    let length = changes.reduce(0) { $0 + $1.length }
    left -= cursor.stateLength + changes.count * Self.change + length * costOfByte
    if left <= 0 { cursor.followChanges(false) }
    return (step, changes)
  }

  /// Returns the changes of the last step, and each change of a shared value only once.
  package mutating func merged(_ changes: [StateChange]) -> [StateChange] {
    cursor.merged(changes)
  }

  /// Shortens row identities where the prefix is unambiguous.
  package mutating func shortened(_ changes: [StateChange]) -> [StateChange] {
    guard changes.contains(where: { $0.path.utf8.count > ShortIdentities.length }) else {
      return changes
    }
    return changes.map { change in
      change.mapPaths { identities.shortened($0, in: cursor.state) }
    }
  }

  package var leftOutText: String? {
    guard let firstLeftOut else { return nil }
    let steps = leftOutCount.counted("step")
    return "changes of \(steps) from step \(firstLeftOut) on are left out, because states of this "
      + "size take too long to compare; list fewer steps with --from and --to"
  }
}

extension StateChange {
  /// The approximate number of bytes that the old and the new value take as text.
  fileprivate var length: Int { (old?.length ?? 0) + (new?.length ?? 0) }
}

extension RecordedValue {
  fileprivate var length: Int {
    switch self {
    case .string(let text), .url(let text), .json(let text): text.utf8.count
    case .data(let bytes): bytes.count
    case .some, .sequence, .product, .enumeration, .dictionary: reduceParts(1) { $0 + $1.length }
    case .bool, .signed, .unsigned, .float, .double, .date, .uuid, .none: 8
    }
  }
}
