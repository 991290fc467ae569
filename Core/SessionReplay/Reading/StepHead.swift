import ComposableArchitecture
import RecordCoding

/// What stands before the action of a step.
struct StepHead {
  let flags: StepFlags
  let origin: StepOrigin
  let elapsedMilliseconds: UInt64

  /// Reads the head of the step of a number.
  init(from decoder: inout RecordDecoder, number: UInt64) throws(BadBlock) {
    let flags = StepFlags(rawValue: try BadBlock.reading { try decoder.byte() })
    guard flags.isSubset(of: .known) else { throw .unknownFlags(flags.rawValue) }
    self.flags = flags
    if flags.contains(.received) {
      let distance = try BadBlock.reading { try decoder.varint(UInt64.self) }
      guard 1..<number ~= distance else { throw .badOrigin(distance: distance) }
      origin = .received(startedBy: number - distance)
    } else {
      origin = .sent
    }
    elapsedMilliseconds =
      flags.contains(.elapsed) ? try BadBlock.reading { try decoder.varint(UInt64.self) } : 0
  }
}

extension BadBlock {
  /// Reads a value; one that cannot be read makes the block bad.
  static func reading<Value>(_ read: () throws -> Value) throws(BadBlock) -> Value {
    do {
      return try read()
    } catch let error as RecordDecodingError {
      throw .value(error)
    } catch {
      preconditionFailure("reading values throws decoding errors only, not \(error)")
    }
  }
}
