import Locking

/// Remembers what was made of the headers of logs.
///
/// The logs of one build have headers that differ in the time of the recording alone, and to read the
/// JSON of one takes longer than to replay a short log.
package final class HeaderMemory<Value: Sendable>: Sendable {
  /// The logs of a corpus are of few builds.
  private static var limit: Int { 8 }

  private let entries = Mutex<[(key: Key, value: Value)]>([])

  private struct Key: Equatable {
    let front: ArraySlice<UInt8>
    let back: ArraySlice<UInt8>
  }

  /// Remembers nothing yet.
  package init() {}

  /// The value of a header, made unless that of one which differs in its time alone is remembered.
  ///
  /// Returns the time as well, if the value is a remembered one and may hold another.
  package func value<Failure: Error>(
    of header: [UInt8], make: () throws(Failure) -> Value
  ) throws(Failure) -> (value: Value, recorded: String?) {
    guard let time = Self.time(in: header) else { return (try make(), nil) }
    let key = Key(front: header[..<time.lowerBound], back: header[time.upperBound...])
    if let found = entries.withLock({ $0.first { $0.key == key }?.value }) {
      return (found, String(decoding: header[time], as: UTF8.self))
    }
    let value = try make()
    entries.withLock { entries in
      if entries.count == Self.limit { entries.removeFirst() }
      entries.append((key, value))
    }
    return (value, nil)
  }

  /// Where the time stands; `nil` if that is not certain.
  private static func time(in header: [UInt8]) -> Range<Int>? {
    // Quotes within a text are escaped, so that these are those of a key.
    let name = Array(#","recorded":""#.utf8)
    guard let start = place(of: name, in: header, from: 0),
      place(of: name, in: header, from: start + name.count) == nil
    else { return nil }
    let text = header[(start + name.count)...]
    guard let end = text.firstIndex(of: UInt8(ascii: "\"")),
      !text[..<end].contains(UInt8(ascii: "\\"))
    else { return nil }
    return text.startIndex..<end
  }

  // The standard library's search is general, and takes longer than to read the JSON.
  private static func place(of name: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      var place = start
      while place + name.count <= bytes.count {
        if bytes[place] == name[0], bytes[place + 2] == name[2],
          bytes[place..<place + name.count].elementsEqual(name)
        {
          return place
        }
        place += 1
      }
      return nil
    }
  }
}
