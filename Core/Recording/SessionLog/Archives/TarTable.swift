#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The files of a tar without an index. Each takes about 60 bytes of memory, plus its name.
struct TarTable: Sendable {
  private struct Entry {
    var start: Int
    var length: Int
    var offset: UInt64
    var size: UInt64
  }

  private var names: [UInt8] = []
  private var entries: [Entry] = []

  /// Reads all headers of a tar. Of files with the same name, the last counts, as in unpacking.
  init(scanning file: Descriptor, length: UInt64, path: String) throws(TarError) {
    var scan = TarScan(file, length: length, path: path)
    var isInOrder = true
    var last: [UInt8] = []
    while let member = try scan.next() {
      if !entries.isEmpty, !last.precedes(member.name) { isInOrder = false }
      entries.append(
        Entry(
          start: names.count, length: member.name.count, offset: member.offset, size: member.size))
      names += member.name
      last = member.name
    }
    if !isInOrder { sort() }
  }

  private mutating func sort() {
    let names = names
    names.withUnsafeBytes { names in
      func order(_ a: Entry, _ b: Entry) -> Int {
        // If all names are empty, there is nothing to compare.
        guard let start = names.baseAddress else { return 0 }
        let result = memcmp(start + a.start, start + b.start, min(a.length, b.length))
        return result == 0 ? a.length - b.length : Int(result)
      }
      entries.sort {
        let order = order($0, $1)
        return order == 0 ? $0.offset < $1.offset : order < 0
      }
      var kept: [Entry] = []
      kept.reserveCapacity(entries.count)
      for entry in entries {
        if let last = kept.last, order(last, entry) == 0 { kept.removeLast() }
        kept.append(entry)
      }
      entries = kept
    }
  }

  private func member(at index: Int) -> TarMember {
    let entry = entries[index]
    return TarMember(
      name: Array(names[entry.start..<(entry.start + entry.length)]), offset: entry.offset,
      size: entry.size)
  }

  private func position(of name: [UInt8]) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if member(at: middle).name.precedes(name) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func member(named name: [UInt8]) -> TarMember? {
    let position = position(of: name)
    guard position < entries.count else { return nil }
    let found = member(at: position)
    return found.name == name ? found : nil
  }

  func members(after last: [UInt8]?, count: Int) -> [TarMember] {
    var start = 0
    if let last {
      start = position(of: last)
      if start < entries.count, member(at: start).name == last { start += 1 }
    }
    return (start..<min(start + count, entries.count)).map { member(at: $0) }
  }
}
