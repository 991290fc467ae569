extension RecordEncoder {
  /// Calls a function with what has been written; the memory is valid during the call only.
  @inlinable
  package func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try memory.withUnsafeBuffer { bytes throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
  }

  /// Writes one byte.
  @inlinable
  @inline(__always)
  public mutating func append(byte: UInt8) {
    memory.append(byte)
  }

  /// Writes the first of the bytes in which a word stands in memory.
  @inlinable
  @inline(__always)
  package mutating func append(word: UInt64, count: Int) {
    memory.append(word: word, count: count)
  }

  /// Writes bytes as they are.
  @inlinable
  package mutating func append(contentsOf content: UnsafeRawBufferPointer) {
    content.withMemoryRebound(to: UInt8.self) { memory.append(contentsOf: $0) }
  }

  /// Writes bytes as they are.
  @inlinable
  package mutating func append(contentsOf content: some Collection<UInt8>) {
    let isDone: Void? = content.withContiguousStorageIfAvailable { bytes in
      memory.append(contentsOf: bytes)
    }
    if isDone == nil { for byte in content { append(byte: byte) } }
  }

  /// Takes back everything from an offset on.
  @inlinable
  package mutating func rewind(to offset: Int) {
    if count > offset { memory.truncate(to: offset) }
  }

  /// Takes back the last byte.
  @inlinable
  package mutating func removeLast() {
    memory.truncate(to: count - 1)
  }

  /// Puts another byte in the place of one that was written.
  @inlinable
  package mutating func replaceByte(at offset: Int, with byte: UInt8) {
    memory[offset] = byte
  }

  /// Puts a word, lowest byte first, in the place of eight bytes that were written.
  @inlinable
  @inline(__always)
  package mutating func replaceWord(at offset: Int, with word: UInt64) {
    precondition(offset >= 0 && offset &+ 8 <= count, "no word there")
    UnsafeMutableRawPointer(memory.memory + offset)
      .storeBytes(of: word.littleEndian, as: UInt64.self)
  }

  /// Puts a count in the place of one byte, and moves what stands behind it if need be.
  @usableFromInline
  mutating func replaceByte(at offset: Int, withCount number: Int) {
    replaceByte(at: offset, with: UInt8(truncatingIfNeeded: number))
    guard number > 0x7f else { return }
    let rest = withUnsafeBytes { Array($0[(offset + 1)...]) }
    rewind(to: offset)
    append(count: number)
    append(contentsOf: rest)
  }
}
