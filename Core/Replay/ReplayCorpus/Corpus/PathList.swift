import Foundation
import Platform
import SessionLog

/// A list of the paths of a corpus, stored in a file when there are many.
///
/// The ordinal of a path is its position in the corpus. The list may contain only a part of it.
package struct PathList: RandomAccessCollection, Sendable {
  private let storage: Storage

  package init(_ paths: some Sequence<String> = []) {
    let builder = Builder()
    for path in paths { builder.append(path) }
    self = builder.list
  }

  private init(_ storage: Storage) {
    self.storage = storage
  }

  struct Builder {
    private let storage = Storage()

    /// Adds a path with an ordinal (default: its position in this list).
    func append(_ path: String, ordinal: Int? = nil) { storage.append(path, ordinal) }

    /// The finished list. Nothing may be added afterwards.
    var list: PathList { PathList(storage) }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { storage.count }

  package subscript(position: Int) -> String { storage.entry(at: position).path }

  package func ordinal(at position: Int) -> Int { storage.entry(at: position).ordinal }

  func filter(_ isWanted: (String) -> Bool) -> PathList {
    let builder = Builder()
    for position in indices {
      let entry = storage.entry(at: position)
      if isWanted(entry.path) { builder.append(entry.path, ordinal: entry.ordinal) }
    }
    return builder.list
  }
}

extension PathList: Equatable {
  package static func == (one: PathList, other: PathList) -> Bool {
    one.storage === other.storage || one.elementsEqual(other)
  }
}

extension PathList {
  private struct Entry: Sendable {
    let path: String
    let ordinal: Int
  }

  /// The paths as bytes: for each, the ordinal, the path, and a zero byte.
  private final class Storage: Sendable {
    /// The number of paths read at a time. Only the offsets of such chunks are in memory.
    private static let chunkLength = 64
    /// The maximum number of cached chunks, since workers may read from several.
    private static let maxChunks = 8

    private struct State: ~Copyable {
      var bytes = SpoolFile(in: FileManager.default.temporaryDirectory.path)
      var offsets: [UInt64] = []
      var count = 0
      var chunks: [(number: Int, entries: [Entry])] = []
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.count } }

    func append(_ path: String, _ ordinal: Int?) {
      state.withLock { state in
        if state.count.isMultiple(of: Self.chunkLength) { state.offsets.append(state.bytes.count) }
        let ordinal = UInt64(ordinal ?? state.count)
        withUnsafeBytes(of: ordinal.littleEndian) { state.bytes.append($0) }
        state.bytes.append(path.utf8)
        state.bytes.append(CollectionOfOne(0))
        state.count += 1
      }
    }

    func entry(at position: Int) -> Entry {
      state.withLock { state in
        precondition(position < state.count, "there is no path of this position")
        let number = position / Self.chunkLength
        let offset = position % Self.chunkLength
        if let chunk = state.chunks.last(where: { $0.number == number }) {
          // The last chunk may have had fewer paths when it was read.
          if offset < chunk.entries.count { return chunk.entries[offset] }
          state.chunks.removeAll { $0.number == number }
        }
        let entries = Self.read(number, &state)
        if state.chunks.count == Self.maxChunks { state.chunks.removeFirst() }
        state.chunks.append((number, entries))
        return entries[offset]
      }
    }

    private static func read(_ number: Int, _ state: inout State) -> [Entry] {
      let start = state.offsets[number]
      let end = number + 1 < state.offsets.count ? state.offsets[number + 1] : state.bytes.count
      var rest = state.bytes.read(at: start, count: Int(end - start))[...]
      var entries: [Entry] = []
      while rest.count > MemoryLayout<UInt64>.size {
        let ordinal = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(8)
        let path = rest.prefix { $0 != 0 }
        entries.append(Entry(path: String(decoding: path, as: UTF8.self), ordinal: ordinal))
        rest = rest.dropFirst(path.count + 1)
      }
      return entries
    }
  }
}
