import Platform

struct TarIndexWriter {
  private static let membersOfChunk = 256
  private static let lengthOfChunk = 16 << 10

  private var file: LogFile
  private var chunk: [UInt8] = []
  private var first: [UInt8] = []
  private var countOfChunk: UInt32 = 0
  private var directory: [UInt8] = []
  private(set) var count: UInt64 = 0
  private(set) var bytes: UInt64 = 0

  init(into file: LogFile) throws(SystemError) {
    self.file = file
    // Reserve space for the header, which is written last.
    try self.file.append([UInt8](repeating: 0, count: TarIndex.headerLength))
  }

  /// Adds a member. The members must be in the order of their names.
  mutating func append(_ member: TarMember) throws(SystemError) {
    if countOfChunk == 0 { first = member.name }
    chunk.append(littleEndian: member.offset)
    chunk.append(littleEndian: member.size)
    chunk.append(littleEndian: UInt32(member.name.count))
    chunk += member.name
    countOfChunk += 1
    count += 1
    bytes += member.size
    if countOfChunk >= Self.membersOfChunk || chunk.count >= Self.lengthOfChunk { try flush() }
  }

  private mutating func flush() throws(SystemError) {
    guard countOfChunk > 0 else { return }
    directory.append(littleEndian: file.length)
    directory.append(littleEndian: UInt32(chunk.count))
    directory.append(littleEndian: countOfChunk)
    directory.append(littleEndian: checksum(of: chunk))
    directory.append(littleEndian: UInt32(first.count))
    directory += first
    try file.append(chunk)
    chunk.removeAll(keepingCapacity: true)
    countOfChunk = 0
  }

  /// Writes the rest, and returns the checksum that identifies the index in the tar.
  mutating func finish(tarLength: UInt64) throws(SystemError) -> UInt32 {
    try flush()
    let sum = checksum(of: directory)
    var header = TarIndex.magic
    header.append(littleEndian: TarIndex.version)
    header.append(littleEndian: sum)
    header.append(littleEndian: count)
    header.append(littleEndian: bytes)
    header.append(littleEndian: file.length)
    header.append(littleEndian: tarLength)
    header += [UInt8](repeating: 0, count: 60 - header.count)
    header.append(littleEndian: checksum(of: header))
    try file.append(directory)
    try file.overwrite(header, at: 0)
    return sum
  }

  func publish(as path: String) throws(SystemError) { try file.publish(as: path) }

  func remove() { file.remove() }
}
