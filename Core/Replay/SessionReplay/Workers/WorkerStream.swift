import SessionLog

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A message between a worker and whoever started it: the number of a log, and bytes about it.
struct WorkerMessage {
  let log: UInt64
  let bytes: ArraySlice<UInt8>

  /// The length and the number that each message begins with.
  static let headLength = 12

  /// Appends a message to what is to be written.
  static func append(_ bytes: some Collection<UInt8>, log: UInt64, to stream: inout [UInt8]) {
    withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { stream.append(contentsOf: $0) }
    withUnsafeBytes(of: log.littleEndian) { stream.append(contentsOf: $0) }
    stream.append(contentsOf: bytes)
  }
}

/// Messages that arrive through a pipe.
package struct WorkerStream {
  private static let pieceLength = 64 << 10

  private let file: Int32
  private var buffer: [UInt8] = []
  private var start = 0

  init(_ file: Int32) {
    self.file = file
  }

  /// The next message that has arrived in full; `nil` if none has.
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

  /// Reads what is there, and waits for something; returns whether more may come.
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

  /// Writes bytes; returns whether all of them went.
  ///
  /// The process at the other end may have ended, which must not end this one by `SIGPIPE`.
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

  // The system's function, whose name that above hides.
  private static func send(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(file, bytes.baseAddress, bytes.count)
    #else
      Glibc.write(file, bytes.baseAddress, bytes.count)
    #endif
  }
}
