package import RecordCoding

/// What is wrong in a block whose checksum is right.
package enum BadBlock: Error, Equatable, Codable, Sendable {
  /// A value cannot be read.
  case value(RecordDecodingError)
  /// A chunk claims to have no steps, or more than a chunk may have.
  case badStepCount(Int)
  /// A chunk claims to have no rows, or more than it has steps.
  case badRowCount(Int)
  /// A step refers to a row that its chunk lacks.
  case unknownRow(UInt64)
  /// A block has another number of steps than the file says.
  case otherStepCount(expected: Int, found: Int)
  /// The steps are longer in all than any recorder leaves without a new keyframe. In bytes.
  case tooManyRepetitions(length: Int)
  /// A keyframe is not the state that the steps before it led to.
  case otherKeyframe
  /// A step has flags that this version does not know.
  case unknownFlags(UInt8)
  /// A step is of a kind that the log cannot have, as its header does not require the feature.
  case undeclaredFeature(String)
  /// An effect was started by a step that does not precede this one.
  case badOrigin(distance: UInt64)
  /// A step has more reads than fit into memory.
  case tooManyReads(Int)
  /// A read of a dependency that the header does not list.
  case unknownDependency(Int)
  /// A step that is not the last of the log claims that the app ended in it.
  case unfinishedBeforeEnd
  /// Bytes are left after the last step.
  case trailingBytes(Int)
  /// The first block has no state to begin with.
  case noKeyframe
}

extension BadBlock {
  /// Reads a value; one that cannot be read makes the block bad.
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
  /// What is wrong.
  package var description: String {
    switch self {
    case .value(let error): error.description
    case .badStepCount(let count):
      "a chunk or a block claims to have \(count) steps, and may have 1 to \(StepChunk.maximumStepCount)"
    case .badRowCount(let count):
      "a chunk claims to have \(count) different steps, which is none or more than it has in all"
    case .unknownRow(let row): "a step refers to row \(row), which its chunk lacks"
    case .otherStepCount(let expected, let found):
      "it holds \(found) steps, and \(expected) according to its head"
    case .tooManyRepetitions(let length):
      "its steps come to \(length) bytes, and the state should have been written anew before"
    case .otherKeyframe: "its state is not the one that the steps before it led to"
    case .unknownFlags(let flags): "a step has the unknown flags \(flags)"
    case .undeclaredFeature(let name):
      "a step needs the feature '\(name)', which the header does not require"
    case .badOrigin(let distance): "an effect claims to have been started \(distance) steps ago"
    case .tooManyReads(let count):
      "a step has more than \(count) reads, too many for so short a block"
    case .unknownDependency(let index):
      "a step read from dependency \(index), which the header lacks"
    case .unfinishedBeforeEnd: "the app ended in a step behind which others follow"
    case .trailingBytes(let count): "\(count) bytes are left after its last step"
    case .noKeyframe: "it has no state to begin with"
    }
  }
}
