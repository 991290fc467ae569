/// A header block of a tar: POSIX.1-1988 (ustar), with what GNU tar and pax add to it.
struct TarHeader: Equatable {
  /// The bytes of a block. Headers are one block, and data begins and ends with one.
  static let blockLength = 512
  /// The most bytes whose number fits the field of a header.
  static let largestSize: UInt64 = 0o777_7777_7777

  /// What follows the header.
  enum Kind: Equatable {
    case file
    /// GNU's long name of the next member.
    case longName
    /// pax records of the next member.
    case extended
    /// A file with holes, in GNU's older form.
    case sparse
    /// A link, a folder, a device: nothing follows, and nothing of it is read.
    case withoutData
    /// Anything else, of which the data is skipped.
    case other
  }

  var kind: Kind
  /// The bytes of the name, with the prefix.
  var name: [UInt8]
  /// The bytes of data behind the header.
  var size: UInt64
  /// The time of the last change, in seconds since 1970.
  var modified: UInt64
  /// Whether another block of the map of holes follows.
  var continues = false

  /// What a block is.
  enum Block: Equatable {
    /// Zeros only: the end.
    case zeros
    case header(TarHeader)
    /// Neither zeros nor a header that agrees with its checksum.
    case damaged
  }

  /// Reads a block of 512 bytes.
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

  /// The bytes of a field up to the first zero.
  private static func text(_ field: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
    Array(field.prefix { $0 != 0 })
  }

  /// A number in octal digits, or in GNU's binary form; `nil` if it is neither.
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

  /// The ranges of the fields.
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
    /// No field: zeros, but in the first block of a pack, whose index it tells from others.
    static let padding = 500..<512
  }
}

extension TarHeader {
  /// The blocks before the data of a member: a header, and before it pax records if it needs some.
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

  /// The bytes between the end of data and the next block.
  static func padding(of size: UInt64) -> Int {
    Int((UInt64(blockLength) - size % UInt64(blockLength)) % UInt64(blockLength))
  }

  /// The name as a header holds it, which is only its end if pax records hold the whole.
  static func storedName(of name: [UInt8]) -> [UInt8] {
    if split(name) != nil { return name }
    return name.suffix(Field.name.count).map { $0 < 0x80 ? $0 : UInt8(ascii: "_") }
      .drop { $0 == slash }.map(\.self)
  }

  /// The size as a header holds it, which is 0 if pax records hold it.
  static func storedSize(of size: UInt64) -> UInt64 { size > largestSize ? 0 : size }

  /// Where a name is divided into prefix and name, 0 if it needs no prefix; `nil` if it does not fit.
  private static func split(_ name: [UInt8]) -> Int? {
    guard name.allSatisfy({ $0 < 0x80 }), !name.isEmpty else { return nil }
    if name.count <= Field.name.count { return 0 }
    let first = name.count - Field.name.count - 1
    // The name behind the slash must not be empty.
    guard first < name.count - 1,
      let position = name[first..<(name.count - 1)].firstIndex(of: slash),
      position > 0, position <= Field.prefix.count
    else { return nil }
    return position
  }

  /// A record of pax: its length, which counts itself, the key and the value.
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

  /// Writes the checksum of the first block of some.
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

  /// Writes octal digits, and a zero behind them.
  fileprivate mutating func put(octal number: UInt64, at field: Range<Int>) {
    var rest = number
    self[field.upperBound - 1] = 0
    for index in field.dropLast().reversed() {
      self[index] = UInt8(ascii: "0") + UInt8(rest & 7)
      rest >>= 3
    }
  }
}
