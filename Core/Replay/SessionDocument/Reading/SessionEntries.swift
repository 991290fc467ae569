import RecordCoding
package import RecordedValues
import SessionLog

/// The entries of a log: its steps in order, with the state after each, and what each changed.
///
/// Everything that shows or searches a log for a person or a program reads it here. It requires no
/// code of the app.
package struct SessionEntries {
  package enum Comparison: Sendable {
    /// No changes are found, which takes less time.
    case none
    /// The changes of the first steps are found.
    ///
    /// A step of a few bytes can change a state of millions, and finding its changes takes time
    /// proportional to the size of the state. A small log can hold many such steps.
    case bounded
    /// The changes of all steps are found, for few steps at a time.
    case all
  }

  /// The number of bytes of state that are compared for any log.
  private static let minLimit = 1 << 30
  /// The number of further bytes that are compared for each byte of the file.
  private static let bytesPerByte = 512 << 10
  /// The cost of a change, and of a byte of text printed in full, in compared bytes: printing takes
  /// that much longer than comparing.
  private static let change = 4 << 10
  private static let printedByte = 64

  private var cursor: SessionCursor
  private var values: FollowedValues
  private var identities: ShortIdentities
  private var actions: ShortActions?
  private var hasChange = false
  private var left: Int
  private let costOfByte: Int
  package private(set) var firstLeftOut: UInt64?
  /// Whether the last step changed a value at, above or below one of the paths.
  package private(set) var touchesPaths = false
  /// The short texts of the UUIDs in the action of the last step.
  package private(set) var shortUUIDs = ShortUUIDs.none
  /// The number of steps with changes that were not compared.
  package private(set) var leftOutCount: UInt64 = 0

  /// The number of the last step, or of the step after which the entries begin.
  package var number: UInt64 { cursor.number }

  /// The state after the last step, or `nil` if the log does not contain it.
  package var state: RecordedValue? { cursor.knowsState ? cursor.state : nil }

  /// Reads a log after a step, or after the first state behind a gap if that step is lost.
  ///
  /// `touchesPaths` watches `paths`. Printing long values in full, with `printsAll`, costs more.
  /// `shortUUIDs` is empty unless `shortensUUIDs` is true.
  package init(
    _ reader: SessionReader, after step: UInt64 = 0, comparing comparison: Comparison = .bounded,
    paths: [ValuePath] = [], printsAll: Bool = false, shortensUUIDs: Bool = false
  ) throws(SessionReadError) {
    identities = ShortIdentities(header: reader.header)
    actions = shortensUUIDs ? ShortActions(header: reader.header) : nil
    costOfByte = printsAll ? Self.printedByte : 1
    cursor = try SessionCursor(reader, at: step)
    values = FollowedValues(paths, in: cursor.state)
    let length = Int(min(reader.log.fileLength, UInt64(Int.max / Self.bytesPerByte / 2)))
    left =
      switch comparison {
      case .none: 0
      case .bounded: Self.minLimit + length * Self.bytesPerByte
      case .all: .max
      }
    if comparison != .none { cursor.followChanges() }
  }

  /// Reads the next step, or returns `nil` after the last.
  package mutating func next() throws(SessionReadError) -> RecordedStep? {
    // Changes that were lost in a gap do not belong to the step after it.
    if try cursor.crossGap() { _ = values.look(at: cursor.state) }
    shortUUIDs = try actions?.uuids(ofNextActionOf: &cursor) ?? .none
    let step = try cursor.next()
    hasChange = step?.hasChange == true && cursor.knowsState
    touchesPaths = hasChange && !values.look(at: cursor.state).isEmpty
    return step
  }

  /// Returns the changes of the last step, or `nil` if they are left out.
  package mutating func changes() -> [StateChange]? {
    guard hasChange else { return [] }
    guard left > 0 else {
      firstLeftOut = firstLeftOut ?? number
      leftOutCount += 1
      return nil
    }
    let changes = cursor.changes
    guard left < .max else { return changes }
    let length = changes.reduce(0) { $0 + $1.length }
    left -= cursor.stateLength + changes.count * Self.change + length * costOfByte
    if left <= 0 { cursor.followChanges(false) }
    return changes
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
