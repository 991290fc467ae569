/// The rest of a text that is valid JSON.
///
/// Only the order of keys is changed. Numbers, blanks and repeated keys stay as they are written,
/// because not all readers of JSON treat them alike.
struct SortedJSON {
  var rest: ArraySlice<UInt8>

  /// Removes the next value with the blanks around it, and returns it with sorted keys.
  mutating func takeSorted() -> [UInt8] { takeBlanks() + takeValue() + takeBlanks() }

  private mutating func takeBlanks() -> [UInt8] {
    take { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
  }

  private mutating func takeValue() -> [UInt8] {
    switch rest.first {
    case UInt8(ascii: "{"): takeObject()
    case UInt8(ascii: "["): takeArray()
    case UInt8(ascii: "\""): takeString()
    default: take { !Self.ends.contains($0) }
    }
  }

  /// The bytes that end a number or a word.
  private static let ends = [UInt8](" \n\r\t,:]}".utf8)

  private mutating func takeArray() -> [UInt8] {
    var text = [rest.removeFirst()]
    while let next = rest.first {
      guard next == UInt8(ascii: "]") || next == UInt8(ascii: ",") else {
        text += takeSorted()
        continue
      }
      text.append(rest.removeFirst())
      if next == UInt8(ascii: "]") { break }
    }
    return text
  }

  /// Removes an object, and returns its sorted members, and then the blanks between them in order.
  private mutating func takeObject() -> [UInt8] {
    var members: [(key: [UInt8], text: [UInt8])] = []
    var blanks: [UInt8] = []
    var end = rest.removeFirst()
    while end != UInt8(ascii: "}") {
      blanks += takeBlanks() + [UInt8(ascii: "|")]
      if rest.first == UInt8(ascii: "\"") {
        let key = takeString()
        let colon = takeBlanks() + take { $0 == UInt8(ascii: ":") } + takeBlanks()
        members.append((key, key + colon + takeValue()))
      }
      blanks += takeBlanks() + [UInt8(ascii: "|")]
      guard let next = rest.popFirst() else { break }
      end = next
    }
    let sorted = members.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.text)
    return [UInt8(ascii: "{")] + Array(sorted.joined(separator: [UInt8(ascii: ",")])) + blanks
      + [UInt8(ascii: "}")]
  }

  private mutating func takeString() -> [UInt8] {
    var text = [rest.removeFirst()]
    while let byte = rest.popFirst() {
      text.append(byte)
      if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() { text.append(escaped) }
      if byte == UInt8(ascii: "\"") { break }
    }
    return text
  }

  private mutating func take(while condition: (UInt8) -> Bool) -> [UInt8] {
    let end = rest.firstIndex { !condition($0) } ?? rest.endIndex
    defer { rest = rest[end...] }
    return Array(rest[..<end])
  }
}
