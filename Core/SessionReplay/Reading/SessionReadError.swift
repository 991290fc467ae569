package import RecordCoding
package import SessionLog

/// Why a session cannot be read, or not to its end.
package enum SessionReadError: Error, Equatable, Sendable {
  /// The file is not a whole log.
  case log(LogReaderError)
  /// The header is JSON, but not the header of a session.
  case badHeader(path: String, description: String)
  /// A block is whole, but what is in it is not steps of the header's schema.
  case badBlock(path: String, block: Int, offset: UInt64, wholeSteps: UInt64, BadBlock)
}

/// What is wrong in a block whose checksum is right.
package enum BadBlock: Error, Equatable, Sendable {
  /// A value cannot be read.
  case value(RecordDecodingError)
  /// A step has flags that this version does not know.
  case unknownFlags(UInt8)
  /// An effect was started by a step that does not precede this one.
  case badOrigin(distance: UInt64)
  /// A draw of a dependency that the header does not list.
  case unknownDraw(kind: Int)
  /// Bytes are left after the last step.
  case trailingBytes(Int)
  /// The first block has no state to begin with.
  case noKeyframe
}
