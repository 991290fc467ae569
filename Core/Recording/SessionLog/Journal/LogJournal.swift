import CSystem
import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The storage of an unfinished log's steps that are not in a block yet.
package enum JournalKind: Sendable {
  /// A file beside the log that is mapped into memory, or written if it cannot be mapped.
  case mapped
  /// A file beside the log that is written at each step, for systems where files cannot be mapped.
  case written
  /// Memory only. The block that is being filled is lost with the process.
  case memoryOnly
}

/// The file beside an unfinished log that stores its steps until they are in a block.
final class LogJournal: Sendable {
  private struct State: ~Copyable {
    var free: [JournalSlot] = []
    var length: UInt64 = 0
    var isMapped = true
  }

  private let path: String
  /// The file, or `nil` if the journal is only in memory.
  private let file: Descriptor?
  private let binding: UInt32
  private let state = Mutex(State())

  /// Creates the file. Replaces the regular file that an earlier recording left.
  init(path: String, binding: UInt32, kind: JournalKind) throws(SystemError) {
    self.path = path
    self.binding = binding
    guard kind != .memoryOnly else {
      file = nil
      return
    }
    try Self.clear(path)
    let file = try Descriptor(opening: path, flags: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
    self.file = file
    if kind == .written { state.withLock { $0.isMapped = false } }
    do throws(SystemError) {
      // One slot is filled while the other is written.
      var slots: [JournalSlot] = []
      for _ in 0..<JournalFormat.minSlots { slots.append(try makeSlot(for: 0)) }
      state.withLock { $0.free = slots }
    } catch {
      remove()
      throw error
    }
  }

  var isInFile: Bool { file != nil }

  /// Whether steps reach the file without a system call.
  var isMapped: Bool { state.withLock { $0.isMapped } }

  func takeSlot(for length: Int = 0) throws(SystemError) -> JournalSlot {
    let free = state.withLock { state -> JournalSlot? in
      let index = state.free.firstIndex { $0.entriesCapacity >= length }
      return index.map { state.free.remove(at: $0) }
    }
    if let free { return free }
    return try makeSlot(for: length)
  }

  /// Releases a slot whose block is in the log.
  func release(_ slot: JournalSlot) {
    slot.close()
    state.withLock { $0.free.append(slot) }
  }

  /// Removes the file, unless its path refers to a different file by now.
  func remove() {
    if let file, file.isNamed(path) { unlink(path.pathBytes) }
  }

  private func makeSlot(for length: Int) throws(SystemError) -> JournalSlot {
    let capacity = JournalFormat.capacity(for: length)
    guard let file else { return slot(capacity, .none) }
    let (offset, isMapped) = state.withLock { state in
      defer { state.length += UInt64(capacity) }
      return (state.length, state.isMapped)
    }
    try Self.allocate(file, offset, capacity)
    if isMapped, let memory = Self.map(file, offset, capacity) {
      if let mapping = rp_guard_mapping(memory, capacity) {
        return JournalSlot(
          memory: memory, capacity: capacity, binding: binding,
          backing: .mapped(mapping, file, at: offset))
      }
      munmap(memory, capacity)
    }
    state.withLock { $0.isMapped = false }
    return slot(capacity, .written(file, at: offset))
  }

  private func slot(_ capacity: Int, _ backing: JournalSlot.Backing) -> JournalSlot {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: capacity, alignment: JournalFormat.pageLength)
    // If no file receives the memory, bytes after the head are read only after they were written.
    let zeroCount = if case .none = backing { JournalFormat.headLength } else { capacity }
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: zeroCount)
    return JournalSlot(memory: memory, capacity: capacity, binding: binding, backing: backing)
  }

  private static func map(
    _ file: Descriptor, _ offset: UInt64, _ capacity: Int
  ) -> UnsafeMutableRawPointer? {
    var flags = MAP_SHARED
    #if canImport(Glibc)
      // Do not touch a page for the first time while a step is recorded.
      flags |= Int32(MAP_POPULATE)
    #endif
    let memory = mmap(nil, capacity, PROT_READ | PROT_WRITE, flags, file.number, off_t(offset))
    return memory == MAP_FAILED ? nil : memory
  }

  /// Allocates disk space, since writing to a hole on a full disk would end the process.
  private static func allocate(
    _ file: Descriptor, _ offset: UInt64, _ length: Int
  ) throws(SystemError) {
    #if canImport(Darwin)
      let code = ftruncate(file.number, off_t(offset) + off_t(length)) == 0 ? 0 : errno
    #else
      var code: Int32 = 0
      _ = withoutSignal(SIGXFSZ) {
        code = posix_fallocate(file.number, off_t(offset), off_t(length))
        errno = code
        return code == 0 ? 0 : -1
      }
    #endif
    guard code == 0 else { throw SystemError(code: code) }
  }

  private static func clear(_ path: String) throws(SystemError) {
    guard let kind = FileKind(at: path) else { return }
    guard kind == .regular else { throw SystemError(code: EEXIST) }
    guard unlink(path.pathBytes) == 0 else { throw .last }
  }
}
