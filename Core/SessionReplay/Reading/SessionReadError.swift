package import RecordCoding
package import SessionLog

/// Why a session cannot be read, or not to its end.
package enum SessionReadError: Error, Equatable, Codable, Sendable {
  /// The file is not a whole log.
  case log(LogReaderError)
  /// The header is JSON, but not the header of a session.
  case badHeader(path: String, description: String)
  /// A block is whole, but what is in it is not steps of the header's schema.
  case badBlock(path: String, block: Int, offset: UInt64, wholeSteps: UInt64, BadBlock)
  /// Steps are lost in gaps, and every step was asked for.
  case lostSteps(path: String, steps: UInt64, gaps: Int)
}

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
  /// An effect was started by a step that does not precede this one.
  case badOrigin(distance: UInt64)
  /// A step has more draws than fit into memory.
  case tooManyDraws(Int)
  /// A draw of a dependency that the header does not list.
  case unknownDraw(kind: Int)
  /// A step that is not the last of the log claims that the app ended in it.
  case unfinishedBeforeEnd
  /// Bytes are left after the last step.
  case trailingBytes(Int)
  /// The first block has no state to begin with.
  case noKeyframe
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
