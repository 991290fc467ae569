import RecordCoding
package import RecordSchema
import SessionLog

/// The steps of a log with what each changed; it needs no code of the app.
///
/// A step of a few bytes can change a state of millions, and to see what it changed takes as long as the
/// state is. A small log has few bytes and many such steps, of which only the first are compared.
package struct ComparedSteps {
  /// How much of the states is compared in any case, in bytes.
  private static let least = 1 << 30
  /// How much is compared beyond that for each byte of the file.
  private static let bytesPerByte = 512 << 10
  /// What a change costs beside its values, and a byte of text that is printed in full, in the same unit:
  /// to print takes that much longer than to compare.
  private static let change = 4 << 10
  private static let printedByte = 64

  private let reader: SessionReader
  private var cursor: SessionCursor
  private var values: FollowedValues
  private var identities: ShortIdentities
  private var left: Int
  private let costOfByte: Int
  /// The first step that changed something and was not compared.
  package private(set) var firstLeftOut: UInt64?
  /// Whether the last step changed something at the paths, above or below them.
  package private(set) var touchesPaths = false
  /// How many such steps there were.
  package private(set) var leftOutCount: UInt64 = 0

  /// The number of the last step that was read.
  package var number: UInt64 { cursor.number }

  /// Begins behind a step, and looks at paths; `printsAll` says that values are not cut when they are
  /// long.
  package init(
    _ reader: SessionReader, after step: UInt64, paths: [ValuePath] = [], printsAll: Bool = false
  ) throws(SessionReadError) {
    self.reader = reader
    identities = ShortIdentities(header: reader.header)
    costOfByte = printsAll ? Self.printedByte : 1
    cursor = try SessionCursor(reader, at: step)
    cursor.followChanges()
    values = FollowedValues(paths, in: cursor.state)
    let length = Int(min(reader.log.fileLength, UInt64(Int.max / Self.bytesPerByte / 2)))
    left = Self.least + length * Self.bytesPerByte
  }

  /// The next step, and what it changed; `nil` for the latter if that was left out.
  package mutating func next() throws(SessionReadError) -> (
    step: RecordedStep, changes: [StateChange]?
  )? {
    // What was lost in a gap is not what the step behind it changed.
    if try cursor.crossGap() { _ = values.look(at: cursor.state) }
    let isCompared = left > 0
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

  /// Changes of the last step, with the identities of rows shortened where one begins so in the state.
  package mutating func shortened(_ changes: [StateChange]) -> [StateChange] {
    guard changes.contains(where: { $0.path.utf8.count > ShortIdentities.length }) else {
      return changes
    }
    return changes.map {
      StateChange(
        path: identities.shortened($0.path, in: cursor.state), old: $0.old, new: $0.new,
        type: $0.type)
    }
  }

  /// What is to be said of steps whose changes were left out, if there were any.
  package var leftOutText: String? {
    guard let firstLeftOut else { return nil }
    let steps = leftOutCount.counted("step")
    return "what \(steps) from step \(firstLeftOut) on changed is left out, as states of this size "
      + "take too long to compare; list fewer steps with --from and --to"
  }
}

extension StateChange {
  /// About how many bytes its values take as text.
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
