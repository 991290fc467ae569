/// Paths whose bytes are not valid UTF-8.
///
/// A file name can contain any bytes. To lose none of them, a byte that is not part of a UTF-8
/// character is represented by the scalar U+10FF00 plus the byte. These scalars are in a private
/// range. If a file name contains one, its bytes are represented in the same way.
extension String {
  package init(pathBytes pointer: UnsafePointer<CChar>) {
    let bytes = UnsafeBufferPointer(start: pointer, count: Self.length(of: pointer))
    self.init(pathBytes: bytes.lazy.map(UInt8.init(bitPattern:)))
  }

  package init(pathBytes bytes: some Collection<UInt8>) {
    if let text = String(validating: bytes, as: UTF8.self), !text.hasUnreadableBytes {
      self = text
      return
    }
    var path = String.UnicodeScalarView()
    var rest = Array(bytes)[...]
    while let first = rest.first {
      if let scalar = rest.firstScalar {
        path.append(scalar)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        path.append(Unicode.Scalar(unreadableByte: first))
        rest = rest.dropFirst()
      }
    }
    self.init(path)
  }

  package var pathBytes: [CChar] {
    guard hasUnreadableBytes else { return Array(utf8CString) }
    var bytes: [CChar] = []
    for scalar in unicodeScalars {
      if let byte = scalar.unreadableByte {
        bytes.append(CChar(bitPattern: byte))
      } else {
        bytes += UTF8.encode(scalar).map { $0.map(CChar.init(bitPattern:)) } ?? []
      }
    }
    return bytes + [0]
  }

  private static func length(of pointer: UnsafePointer<CChar>) -> Int {
    var length = 0
    while pointer[length] != 0 { length += 1 }
    return length
  }

  private var hasUnreadableBytes: Bool {
    // The first byte of every such scalar.
    utf8.contains(0xF4) && unicodeScalars.contains { $0.unreadableByte != nil }
  }
}

extension Unicode.Scalar {
  private static let firstUnreadable: UInt32 = 0x10FF00

  /// The byte that the scalar represents, or `nil` if it is an ordinary scalar.
  package var unreadableByte: UInt8? {
    value >= Self.firstUnreadable + 0x80 ? UInt8(truncatingIfNeeded: value) : nil
  }

  /// Creates the scalar for a byte that is not valid UTF-8, and is therefore not ASCII.
  fileprivate init(unreadableByte byte: UInt8) {
    // Every value in this range is a valid scalar.
    self = Unicode.Scalar(Self.firstUnreadable + UInt32(byte)) ?? "\u{FFFD}"
  }
}

extension ArraySlice<UInt8> {
  /// The scalar that the first bytes encode, unless that scalar represents a byte.
  fileprivate var firstScalar: Unicode.Scalar? {
    for length in 1...4 where length <= count {
      guard let text = String(validating: prefix(length), as: UTF8.self) else { continue }
      guard let scalar = text.unicodeScalars.first, scalar.unreadableByte == nil else { return nil }
      return scalar
    }
    return nil
  }
}
