import RecordCoding
import RecordedValues
import SessionModel
import SessionDocument

/// The coverage of a session, as hashes. A session that covers something new is continued by
/// others.
struct SessionCoverage {
  private enum Kind: UInt64 {
    case succession = 1
    case interleaving, shape, write
  }

  private let header: SessionHeader
  private(set) var hashes: Set<UInt64> = []
  private var lastPath = ""

  init(_ header: SessionHeader) {
    self.header = header
  }

  private mutating func insert(_ kind: Kind, _ first: String, _ second: String) {
    var digest = Digest(seed: kind.rawValue)
    for text in [first, second] {
      for byte in text.utf8 { digest.add(byte) }
      digest.add(0)
    }
    hashes.insert(digest.value)
  }

  /// Notes an action with the one before it, and with the actions whose effects were running when
  /// an effect sent it.
  mutating func note(_ path: String, sentDuring running: some Sequence<String>) {
    insert(.succession, lastPath, path)
    for other in running { insert(.interleaving, path, other) }
    lastPath = path
  }

  /// Notes which parts of each feature's state exist, the cases of enumerations, and whether lists
  /// have no element, one or several.
  mutating func note(shapeOf state: RecordedValue) {
    guard case .fields(let values, let fields, _) = header.schema.parts(of: state, as: header.state)
    else { return insertShape(of: state, as: header.state, at: 0) }
    for (index, (value, field)) in zip(values, fields).enumerated() {
      insertShape(of: value, as: field.type, at: index)
    }
  }

  private mutating func insertShape(
    of value: RecordedValue, as type: TypeReference, at index: Int
  ) {
    var digest = Digest(seed: Kind.shape.rawValue)
    digest.add(UInt8(truncatingIfNeeded: index))
    add(value, as: type, to: &digest, depth: 0)
    hashes.insert(digest.value)
  }

  /// The nesting depth below which shapes are not distinguished.
  private static var depthLimit: Int { 8 }

  private func add(
    _ value: RecordedValue, as type: TypeReference, to digest: inout Digest, depth: Int
  ) {
    guard depth < Self.depthLimit else { return }
    switch header.schema.parts(of: value, as: type) {
    case .leaf: break
    case .none: digest.add(0)
    case .some(let value, let type):
      digest.add(1)
      add(value, as: type, to: &digest, depth: depth + 1)
    case .elements(let values, _, _): digest.add(2 + UInt8(min(values.count, 2)))
    case .pairs(let pairs, _, _): digest.add(2 + UInt8(min(pairs.count, 2)))
    case .fields(let values, let fields, _):
      for (value, field) in zip(values, fields) {
        add(value, as: field.type, to: &digest, depth: depth + 1)
      }
    case .payload(let values, let element, let index):
      digest.add(UInt8(truncatingIfNeeded: index))
      for (value, field) in zip(values, element.payload) {
        add(value, as: field.type, to: &digest, depth: depth + 1)
      }
    }
  }

  /// Notes the actions of a log with the fields that they wrote.
  mutating func note(writesIn log: SessionReader) {
    for pair in LogCoverage(log).pairs { insert(.write, pair.action, pair.path) }
  }
}
