package import RecordCoding

/// The damage in a block whose checksum is correct.
package enum BadBlock: Error, Equatable, Codable, Sendable {
  case value(RecordDecodingError)
  /// A chunk states that it has no steps, or more than the maximum.
  case badStepCount(Int)
  /// A chunk states that it has no rows, or more rows than steps.
  case badRowCount(Int)
  case unknownRow(UInt64)
  /// The number of steps differs from the one in the member's header.
  case otherStepCount(expected: Int, found: Int)
  /// The steps are longer in total than a recorder writes without a keyframe. In bytes.
  case tooManyRepetitions(length: Int)
  /// A keyframe differs from the state after the preceding steps.
  case otherKeyframe
  case unknownFlags(UInt8)
  /// The kind of a step requires a feature that the header does not require.
  case undeclaredFeature(String)
  /// A step states that its action comes from an effect, but the step that started this effect does
  /// not precede it.
  case badOrigin(distance: UInt64)
  /// A step has more reads than fit into memory.
  case tooManyReads(Int)
  case unknownDependency(Int)
  /// A block has a count of zero events, a count that is too high, or events after missing steps.
  case badEventCount(Int)
  case event(BadEvent)
  /// A step other than the last one of the log states that the app ended in it.
  case unfinishedBeforeEnd
  case trailingBytes(Int)
  case noKeyframe
}

extension BadBlock {
  /// Calls a closure that decodes a value, and throws its decoding error as damage of the block.
  package static func reading<Value>(_ read: () throws -> Value) throws(BadBlock) -> Value {
    do {
      return try read()
    } catch let error as RecordDecodingError {
      throw .value(error)
    } catch {
      preconditionFailure("reading values throws decoding errors only, not \(error)")
    }
  }
}

extension BadBlock: CustomStringConvertible {
  package var description: String {
    switch self {
    case .value(let error): error.description
    case .badStepCount(let count):
      """
      a chunk or a block claims to have \(count) steps, and may have 1 to \
      \(StepChunk.maximumStepCount)
      """
    case .badRowCount(let count):
      "a chunk has an invalid number of different steps: \(count)"
    case .badEventCount(let count):
      "it claims to have \(count) events of effects, or has some after steps that it lacks"
    case .event(let event): event.description
    case .unknownRow(let row): "a step refers to row \(row), which its chunk lacks"
    case .otherStepCount(let expected, let found):
      "it holds \(found) steps, and \(expected) according to its head"
    case .tooManyRepetitions(let length):
      "its steps come to \(length) bytes, and the state should have been written again before"
    case .otherKeyframe: "its state is not the one that the steps before it led to"
    case .unknownFlags(let flags): "a step has the unknown flags \(flags)"
    case .undeclaredFeature(let name):
      "a step needs the feature '\(name)', which the header does not require"
    case .badOrigin(let distance): "an effect claims to have been started \(distance) steps ago"
    case .tooManyReads(let count):
      "a step has more than \(count) reads, too many for so short a block"
    case .unknownDependency(let index):
      "a step read from dependency \(index), which the header lacks"
    case .unfinishedBeforeEnd: "the app ended in a step that other steps follow"
    case .trailingBytes(let count): "\(count) bytes are left after its last step"
    case .noKeyframe: "it has no state to begin with"
    }
  }
}
