import SessionLog

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A message between a worker and its parent: the number of a log, and bytes about it.
struct WorkerMessage {
  let log: UInt64
  let bytes: ArraySlice<UInt8>

  /// The size of the length and the log number that precede each message.
  static let headLength = 12

  static func append(_ bytes: some Collection<UInt8>, log: UInt64, to stream: inout [UInt8]) {
    withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { stream.append(contentsOf: $0) }
    withUnsafeBytes(of: log.littleEndian) { stream.append(contentsOf: $0) }
    stream.append(contentsOf: bytes)
  }
}

package struct WorkerStream {
  private static let pieceLength = 64 << 10

  private let file: Int32
  private var buffer: [UInt8] = []
  private var start = 0

  init(_ file: Int32) {
    self.file = file
  }

  mutating func next() -> WorkerMessage? {
    let found = buffer.count - start
    guard found >= WorkerMessage.headLength else { return nil }
    let (length, log) = buffer.withUnsafeBytes { bytes in
      (
        Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self))),
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt64.self))
      )
    }
    guard found - WorkerMessage.headLength >= length else { return nil }
    let content = start + WorkerMessage.headLength
    start = content + length
    return WorkerMessage(log: log, bytes: buffer[content..<start])
  }

  /// Waits for bytes, and reads them. Returns whether more may arrive.
  mutating func fill() -> Bool {
    buffer.removeFirst(start)
    start = 0
    var piece = [UInt8](repeating: 0, count: Self.pieceLength)
    while true {
      let count = piece.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count > 0 {
        buffer += piece[..<count]
        return true
      }
      if count == 0 || errno != EINTR { return false }
    }
  }

  /// Writes bytes, and returns whether all were written. If the process at the other end has ended,
  /// `SIGPIPE` must not end this one.
  package static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        withoutSignal(SIGPIPE) { send(file, bytes) }
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  // Calls the system's function, which `write(_:to:)` hides.
  private static func send(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(file, bytes.baseAddress, bytes.count)
    #else
      Glibc.write(file, bytes.baseAddress, bytes.count)
    #endif
  }
}
