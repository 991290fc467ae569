import RecordCoding
import SessionReplay

/// Logs of every form in which a few bytes can claim a large amount of data.
///
/// The states belong to the app in `Tests/Tools/HostileApp`. The numbers here count its fields.
package struct HostileLogs {
  let header: [UInt8]
  /// The names of the state's fields that are lists or strings, in order.
  static let lists = [
    "units", "flags", "numbers", "choices", "lists", "texts", "wide", "data", "note",
  ]
  static let fieldCount = 16
  /// The maximum length of a payload, and a length far beyond it.
  static let maxLength = 1 << 20
  static let excessiveLength = 30_000_000

  package init(header: [UInt8]) {
    self.header = header
  }

  package var all: [HostileLog] {
    states + steps + longSteps + rows + members + headers + journals
  }

  /// Returns the bytes of an empty state with one field replaced.
  func state(_ field: Int? = nil, _ bytes: [UInt8] = []) -> [UInt8] {
    (0..<Self.fieldCount).flatMap { index -> [UInt8] in
      if index == field { return bytes }
      // The table is JSON, and the history consists of two counts.
      return switch index {
      case 9: .counted(Array(#"{"rows":[]}"#.utf8))
      case 15: [0, 0]
      default: [0]
      }
    }
  }

  func keyframe(_ state: [UInt8], supplement: [UInt8] = []) -> [UInt8] {
    .counted(state) + .counted(supplement)
  }

  func log(
    _ name: String, _ keyframe: [UInt8], header: [UInt8]? = nil,
    _ blocks: [(payload: [UInt8], steps: Int)] = []
  ) -> HostileLog {
    var builder = HostileLogBuilder(header: header ?? self.header)
    builder.block(keyframe, steps: 0, keyframe: true)
    for block in blocks { builder.block(block.payload, steps: UInt32(block.steps)) }
    builder.end()
    return HostileLog(name, builder.bytes)
  }

  /// The time of the chunk never advances.
  static func chunk(_ rows: [[UInt8]], tokens: [UInt8], steps: Int, rest: [UInt8] = []) -> [UInt8] {
    var bytes: [UInt8] = .varint(steps) + .varint(rows.count)
    for row in rows { bytes += .counted(row) }
    return bytes + tokens + [0] + rest
  }

  static func chunk(_ row: [UInt8], steps: Int = 1, rest: [UInt8] = []) -> [UInt8] {
    chunk([row], tokens: .many(steps), steps: steps, rest: rest)
  }

  static func change(_ field: Int, _ bytes: [UInt8]) -> [UInt8] {
    var mask: [UInt8] = .many((fieldCount + 7) / 8)
    mask[field / 8] = 1 << UInt8(field % 8)
    return mask + bytes
  }
}

extension HostileLogs {
  private var states: [HostileLog] {
    var logs: [HostileLog] = []
    for (field, name) in Self.lists.enumerated() {
      for count in [Self.excessiveLength, Self.maxLength - 100, 330_000] {
        let elements: [UInt8] = .many(count, name == "note" ? 0x1b : 0)
        logs.append(log("\(count) \(name)", keyframe(state(field, .varint(count) + elements))))
      }
    }
    let numbers = Self.orderedNumbers
    let count: [UInt8] = .varint(numbers.count)
    logs.append(log("set", keyframe(state(10, count + numbers.joined()))))
    logs.append(
      log("dictionary", keyframe(state(11, count + numbers.flatMap { $0 + [0] }))))
    logs.append(log("identified rows", keyframe(state(12, count + numbers.joined()))))
    let json = Array((#"{"rows":["# + String(repeating: "[],", count: 340_000) + "[]]}").utf8)
    logs.append(log("json of empty rows", keyframe(state(9, .counted(json)))))
    let nested = Array(
      (#"{"rows":"# + String(repeating: "[", count: 500_000)
        + String(repeating: "]", count: 500_000) + "}").utf8)
    logs.append(log("nested json", keyframe(state(9, .counted(nested)))))
    logs.append(log("tree", keyframe(state(13, .many(1_000_000, 1) + [0]))))
    logs.append(log("claimed count", keyframe(state(0, .varint(1 << 40)))))
    logs.append(contentsOf: supplements)
    return logs
  }

  /// Numbers of three bytes each, sorted by their bytes.
  static var orderedNumbers: [[UInt8]] {
    (0..<60_000).map { (number: Int) -> [UInt8] in
      let (high, middle, low) = (number >> 10 | 0x80, number >> 3 & 0x7f | 0x80, number & 7 + 1)
      return [UInt8(high), UInt8(middle), UInt8(low)]
    }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private var supplements: [HostileLog] {
    let parts = (0..<60_000).flatMap { number -> [UInt8] in .varint(number) + [0] }
    let same: [UInt8] = .many(1_000_000)
    // The offset of the history in the state. The edits consist of the open flag, the count and the
    // edits.
    let index = state().count - 2
    let edits: [UInt8] = [0] + .varint(500_000) + .many(1_000_000) + [0]
    return [
      log("many parts", keyframe(state(), supplement: parts)),
      log("parts of one place", keyframe(state(), supplement: same)),
      log("edits", keyframe(state(), supplement: .varint(index) + .counted(edits))),
      log("edits that are not known", keyframe(state(15, .varint(1 << 40) + .varint(1 << 40)))),
      log("a part that claims", keyframe(state(), supplement: .varint(index) + .varint(1 << 40))),
    ]
  }
}
