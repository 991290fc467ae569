/// Names of files whose bytes are no text.
///
/// A system takes any bytes as a name. In a path as text, a byte that belongs to no character of UTF-8
/// stands as the scalar U+10FF00 plus the byte, so that no byte is lost; that range is private, and
/// such scalars in a name are taken apart into bytes in the same way.
extension String {
  /// Reads a path from the bytes that the system gives, up to the first that is 0.
  package init(pathBytes pointer: UnsafePointer<CChar>) {
    let bytes = UnsafeBufferPointer(start: pointer, count: Self.length(of: pointer))
    self.init(pathBytes: bytes.lazy.map(UInt8.init(bitPattern:)))
  }

  /// Reads a path from the bytes of its name.
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

  /// The path as the system takes it, with a 0 at its end.
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
    // The first byte of all such scalars.
    utf8.contains(0xF4) && unicodeScalars.contains { $0.unreadableByte != nil }
  }
}

extension Unicode.Scalar {
  private static let firstUnreadable: UInt32 = 0x10FF00

  /// The byte of a name that this stands for, if it stands for one that is no text.
  package var unreadableByte: UInt8? {
    value >= Self.firstUnreadable + 0x80 ? UInt8(truncatingIfNeeded: value) : nil
  }

  /// Stands for a byte that is no text, and so above those of ASCII.
  fileprivate init(unreadableByte byte: UInt8) {
    // Every value up to U+10FFFF is a scalar there.
    self = Unicode.Scalar(Self.firstUnreadable + UInt32(byte)) ?? "\u{FFFD}"
  }
}

extension ArraySlice<UInt8> {
  /// The scalar whose bytes come first, unless it stands for a byte itself.
  fileprivate var firstScalar: Unicode.Scalar? {
    for length in 1...4 where length <= count {
      guard let text = String(validating: prefix(length), as: UTF8.self) else { continue }
      guard let scalar = text.unicodeScalars.first, scalar.unreadableByte == nil else { return nil }
      return scalar
    }
    return nil
  }
}
