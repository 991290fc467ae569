import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A cache of values made from log headers, for headers that differ only in the recording time.
///
/// The logs of one build have such headers, and parsing the JSON of one takes longer than replaying
/// a short log.
package final class HeaderMemory<Value: Sendable>: Sendable {
  /// A corpus has logs of only a few builds.
  private static var limit: Int { 8 }

  private let entries = Mutex<[Entry]>([])

  private struct Entry {
    let header: [UInt8]
    let time: Range<Int>
    let value: Value

    /// Returns the range of the time in a second header that is otherwise identical.
    func time(in other: [UInt8]) -> Range<Int>? {
      let end = other.count - (header.count - time.upperBound)
      guard end >= time.lowerBound,
        isSame(other, at: 0, count: time.lowerBound, from: 0),
        isSame(other, at: end, count: other.count - end, from: time.upperBound),
        // Without these bytes, the range ends where the string does, so it is the whole time.
        !other[time.lowerBound..<end].contains(where: { [quote, backslash].contains($0) })
      else { return nil }
      return time.lowerBound..<end
    }

    private func isSame(_ other: [UInt8], at start: Int, count: Int, from own: Int) -> Bool {
      other.withUnsafeBytes { other in
        header.withUnsafeBytes { header in
          guard let other = other.baseAddress, let header = header.baseAddress else {
            return count == 0
          }
          return memcmp(other + start, header + own, count) == 0
        }
      }
    }
  }

  package init() {}

  /// The recording time is returned because a cached value may have a different one.
  package func value<Failure: Error>(
    of header: [UInt8], make: () throws(Failure) -> Value
  ) throws(Failure) -> (value: Value, recorded: String?) {
    let known = entries.withLock { entries -> (Value, Range<Int>)? in
      for entry in entries {
        if let time = entry.time(in: header) { return (entry.value, time) }
      }
      return nil
    }
    if let (value, time) = known { return (value, String(decoding: header[time], as: UTF8.self)) }
    let value = try make()
    guard let time = Self.time(in: header) else { return (value, nil) }
    entries.withLock { entries in
      if entries.count == Self.limit { entries.removeFirst() }
      entries.append(Entry(header: header, time: time, value: value))
    }
    return (value, nil)
  }

  /// Returns the range of the time, or `nil` if it is ambiguous.
  private static func time(in header: [UInt8]) -> Range<Int>? {
    // Quotes within a string are escaped, so these quotes enclose a key.
    let name = Array(#","recorded":""#.utf8)
    guard let found = header.first(name, from: 0), header.first(name, from: found + 1) == nil
    else { return nil }
    let text = header[(found + name.count)...]
    guard let end = text.firstIndex(of: quote), !text[..<end].contains(backslash) else {
      return nil
    }
    return text.startIndex..<end
  }
}

extension [UInt8] {
  /// The search of the standard library takes longer than all other work of opening a log.
  fileprivate func first(_ pattern: [UInt8], from start: Int) -> Int? {
    withUnsafeBytes { bytes in
      pattern.withUnsafeBytes { pattern in
        guard let own = bytes.baseAddress, let other = pattern.baseAddress,
          start + pattern.count <= bytes.count
        else { return nil }
        return (start...(bytes.count - pattern.count)).first {
          bytes[$0] == pattern[0] && memcmp(own + $0, other, pattern.count) == 0
        }
      }
    }
  }
}

private let quote = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")
