/// A header block of a tar: POSIX.1-1988 (ustar), with the extensions of GNU tar and pax.
struct TarHeader: Equatable {
  /// The length of a block in bytes. A header is one block, and data is padded to whole blocks.
  static let blockLength = 512
  /// The maximum size that fits in the field of a header.
  static let largestSize: UInt64 = 0o777_7777_7777

  enum Kind: Equatable {
    case file
    case longName
    /// pax records of the next member.
    case extended
    /// A file with holes, in GNU's older form.
    case sparse
    /// A link, a folder or a device. No data follows, and the member is ignored.
    case withoutData
    case other
  }

  var kind: Kind
  var name: [UInt8]
  var size: UInt64
  /// The modification time in seconds since 1970.
  var modified: UInt64
  /// Whether another block of the sparse map follows.
  var continues = false

  enum Block: Equatable {
    /// Only zeros, which mark the end.
    case zeros
    case header(TarHeader)
    /// Neither zeros nor a header that matches its checksum.
    case damaged
  }

  static func read(_ block: UnsafeRawBufferPointer) -> Block {
    precondition(block.count == blockLength)
    var sum = 0
    for byte in block { sum += Int(byte) }
    if sum == 0 { return .zeros }
    let own = block[Field.checksum]
    let unsigned = sum - own.reduce(0) { $0 + Int($1) } + own.count * Int(UInt8(ascii: " "))
    guard let claimed = number(own), claimed == UInt64(unsigned),
      let size = number(block[Field.size])
    else { return .damaged }
    let isUstar = block[Field.magic].elementsEqual("ustar\0".utf8)
    var name = text(block[Field.name])
    let prefix = isUstar ? text(block[Field.prefix]) : []
    if !prefix.isEmpty { name = prefix + [slash] + name }
    let kind = kind(block[Field.kind])
    return .header(
      TarHeader(
        kind: kind, name: name, size: kind == .withoutData ? 0 : size,
        modified: number(block[Field.modified]) ?? 0,
        continues: kind == .sparse && block[482] != 0))
  }

  private static func kind(_ flag: UInt8) -> Kind {
    switch flag {
    case 0, UInt8(ascii: "0"), UInt8(ascii: "7"): .file
    case UInt8(ascii: "1")...UInt8(ascii: "6"): .withoutData
    case UInt8(ascii: "L"): .longName
    case UInt8(ascii: "S"): .sparse
    case UInt8(ascii: "x"): .extended
    default: .other
    }
  }

  private static func text(_ field: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
    Array(field.prefix { $0 != 0 })
  }

  /// Decodes a number in octal digits or in GNU's binary form. Returns `nil` if it is neither.
  private static func number(_ field: Slice<UnsafeRawBufferPointer>) -> UInt64? {
    guard let first = field.first else { return nil }
    if first == 0x80 {
      guard field.dropFirst().dropLast(8).allSatisfy({ $0 == 0 }) else { return nil }
      return field.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
    let space = UInt8(ascii: " ")
    let digits = field.drop { $0 == space }.prefix { $0 != space && $0 != 0 }
    var number: UInt64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit), number >> 61 == 0 else {
        return nil
      }
      number = number << 3 | UInt64(digit & 7)
    }
    return number
  }

  fileprivate static let slash = UInt8(ascii: "/")

  enum Field {
    static let name = 0..<100
    static let mode = 100..<108
    static let owner = 108..<116
    static let group = 116..<124
    static let size = 124..<136
    static let modified = 136..<148
    static let checksum = 148..<156
    static let kind = 156
    static let magic = 257..<263
    static let version = 263..<265
    static let prefix = 345..<500
    /// Unused bytes, which are zeros. In the first block of a pack, they identify its index.
    static let padding = 500..<512
  }
}

extension TarHeader {
  /// Returns the blocks before the data of a member: pax records, if it needs any, and its header.
  static func blocks(name: [UInt8], size: UInt64, modified: UInt64) -> [UInt8] {
    var records: [UInt8] = []
    if split(name) == nil { records += record("path", name) }
    if size > largestSize { records += record("size", Array(String(size).utf8)) }
    var blocks: [UInt8] = []
    if !records.isEmpty {
      blocks = block(
        UInt8(ascii: "x"), name: storedName(of: Array("PaxHeaders/".utf8) + name),
        size: UInt64(records.count), modified: modified)
      blocks += records
      blocks += [UInt8](repeating: 0, count: padding(of: UInt64(records.count)))
    }
    return blocks
      + block(
        UInt8(ascii: "0"), name: storedName(of: name), size: storedSize(of: size),
        modified: modified)
  }

  static func padding(of size: UInt64) -> Int {
    Int((UInt64(blockLength) - size % UInt64(blockLength)) % UInt64(blockLength))
  }

  /// Returns the name in a header, which is only its end if pax records contain the whole name.
  static func storedName(of name: [UInt8]) -> [UInt8] {
    if split(name) != nil { return name }
    return name.suffix(Field.name.count).map { $0 < 0x80 ? $0 : UInt8(ascii: "_") }
      .drop { $0 == slash }.map(\.self)
  }

  /// Returns the size in a header, which is 0 if pax records contain the size.
  static func storedSize(of size: UInt64) -> UInt64 { size > largestSize ? 0 : size }

  /// Returns the index of the slash after the prefix, 0 for none, or `nil` if the name is too long.
  private static func split(_ name: [UInt8]) -> Int? {
    guard name.allSatisfy({ $0 < 0x80 }), !name.isEmpty else { return nil }
    if name.count <= Field.name.count { return 0 }
    let first = name.count - Field.name.count - 1
    guard first < name.count - 1,
      let position = name[first..<(name.count - 1)].firstIndex(of: slash),
      position > 0, position <= Field.prefix.count
    else { return nil }
    return position
  }

  /// Returns a pax record: its length, including the digits of the length, the key and the value.
  private static func record(_ key: String, _ value: [UInt8]) -> [UInt8] {
    let rest = [UInt8(ascii: " ")] + Array(key.utf8) + [UInt8(ascii: "=")] + value + [newline]
    var length = rest.count
    while String(length).utf8.count + rest.count != length {
      length = String(length).utf8.count + rest.count
    }
    return Array(String(length).utf8) + rest
  }

  private static func block(
    _ kind: UInt8, name: [UInt8], size: UInt64, modified: UInt64
  ) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: blockLength)
    if let position = split(name), position > 0 {
      block.put(Array(name[..<position]), at: Field.prefix)
      block.put(Array(name[(position + 1)...]), at: Field.name)
    } else {
      block.put(name, at: Field.name)
    }
    block.put(octal: 0o644, at: Field.mode)
    block.put(octal: 0, at: Field.owner)
    block.put(octal: 0, at: Field.group)
    block.put(octal: size, at: Field.size)
    block.put(octal: min(modified, largestSize), at: Field.modified)
    block[Field.kind] = kind
    block.put(Array("ustar\0".utf8), at: Field.magic)
    block.put(Array("00".utf8), at: Field.version)
    seal(&block)
    return block
  }

  /// Writes the checksum of the header at the start of `block`.
  static func seal(_ block: inout [UInt8]) {
    block.put([UInt8](repeating: UInt8(ascii: " "), count: 8), at: Field.checksum)
    let sum = block[..<blockLength].reduce(0) { $0 + UInt64($1) }
    block.put(octal: sum, at: Field.checksum.lowerBound..<(Field.checksum.upperBound - 1))
  }
}

extension [UInt8] {
  fileprivate mutating func put(_ bytes: [UInt8], at field: Range<Int>) {
    precondition(bytes.count <= field.count)
    for (index, byte) in bytes.enumerated() { self[field.lowerBound + index] = byte }
  }

  /// Writes octal digits, followed by a zero.
  fileprivate mutating func put(octal number: UInt64, at field: Range<Int>) {
    var rest = number
    self[field.upperBound - 1] = 0
    for index in field.dropLast().reversed() {
      self[index] = UInt8(ascii: "0") + UInt8(rest & 7)
      rest >>= 3
    }
  }
}
