import CMappedFiles
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The memory in which one block is put together, step by step.
///
/// Where it is mapped, what stands there is in the file at once and stays there whatever ends the
/// process. A reader believes what lies before two offsets in the head: up to the first, steps are
/// finished; from there to the second stands the action that is being reduced.
package final class JournalSlot {
  /// What stands for the memory in the file.
  enum Backing {
    /// The memory is the file's, and guarded against a file that is shortened.
    case mapped(UnsafeMutablePointer<rp_guarded_mapping>)
    /// The memory is copied to an offset of the file whenever something is published.
    case written(Descriptor, at: UInt64)
    /// No file has it.
    case none
  }

  /// Where the entries begin.
  package let entries: UnsafeMutableRawPointer
  /// How many bytes of entries there is room for.
  package let entriesCapacity: Int

  /// The two offsets that are published.
  package let marks: JournalMarks
  /// Whether what is published must be written out, as the memory is not the file's.
  package let isWritten: Bool

  private let memory: UnsafeMutableRawPointer
  let capacity: Int
  private let backing: Backing
  private var published = JournalFormat.headLength

  /// Takes over memory of a slot, which is free.
  init(memory: UnsafeMutableRawPointer, capacity: Int, binding: UInt32, backing: Backing) {
    self.memory = memory
    self.capacity = capacity
    self.backing = backing
    isWritten = if case .written = backing { true } else { false }
    entries = memory + JournalFormat.headLength
    marks =
      if case .mapped(let mapping) = backing {
        JournalMarks(head: memory, intactLength: mapping.intactLength)
      } else {
        JournalMarks(head: memory)
      }
    entriesCapacity = capacity - JournalFormat.headLength
    memory.copyMemory(from: JournalFormat.magic, byteCount: JournalFormat.magic.count)
    memory.storeBytes(
      of: binding.littleEndian, toByteOffset: JournalFormat.bindingOffset, as: UInt32.self)
    memory.storeBytes(
      of: UInt64(capacity).littleEndian, toByteOffset: JournalFormat.capacityOffset,
      as: UInt64.self)
  }

  deinit {
    switch backing {
    case .mapped(let mapping):
      rp_release_mapping(mapping)
      munmap(memory, capacity)
    case .written, .none: memory.deallocate()
    }
  }

  /// Begins a block, of which no step is there yet.
  package func open(firstStep: UInt64) {
    memory.storeBytes(
      of: firstStep.littleEndian, toByteOffset: JournalFormat.firstStepOffset, as: UInt64.self)
    published = JournalFormat.headLength
    marks.publish(pending: 0)
    marks.publish(finished: 0)
    if isWritten { writeOut() }
  }

  /// Copies the first bytes of the entries; fewer if another program shortened the file.
  package func copyEntries(count: Int) -> [UInt8] {
    let bytes = Array(UnsafeRawBufferPointer(start: entries, count: count))
    // The copy has touched every page, so those that are lost are known by now.
    guard marks.isDamaged else { return bytes }
    let intactLength = Int(clamping: marks.intactLength.pointee.load(ordering: .relaxed))
    return Array(bytes.prefix(max(intactLength - JournalFormat.headLength, 0)))
  }

  /// Gives the slot up: what it holds is in the log.
  func close() {
    marks.clear()
    if isWritten { writeOut() }
  }

  /// Copies to the file what has been published since the last time, and then the head.
  ///
  /// What fails here shows when the block is written, to the same disk.
  @inline(never)
  package func writeOut() {
    guard case .written(let file, let offset) = backing else { return }
    let end = max(load(JournalFormat.committedOffset), load(JournalFormat.pendingOffset))
    // A finished step's own head lies before what was published last.
    let start = min(load(JournalFormat.committedOffset), published)
    if end > start { write(file, start..<end, at: offset) }
    write(file, 0..<JournalFormat.headLength, at: offset)
    published = max(load(JournalFormat.committedOffset), JournalFormat.headLength)
  }

  private func load(_ offset: Int) -> Int {
    Int(UInt64(littleEndian: memory.load(fromByteOffset: offset, as: UInt64.self)))
  }

  private func write(_ file: Descriptor, _ range: Range<Int>, at offset: UInt64) {
    var rest = range
    while !rest.isEmpty {
      let start = off_t(offset) + off_t(rest.lowerBound)
      let count = withoutSignal(SIGXFSZ) {
        pwrite(file.number, memory + rest.lowerBound, rest.count, start)
      }
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        return
      }
      rest = (rest.lowerBound + count)..<rest.upperBound
    }
  }
}

extension UnsafeMutablePointer<rp_guarded_mapping> {
  /// The number of bytes before the first page that was lost, which the handler of SIGBUS stores.
  fileprivate var intactLength: UnsafeMutablePointer<Atomic<UInt64>> {
    let offset = MemoryLayout<rp_guarded_mapping>.offset(of: \.intact_length) ?? 0
    return (UnsafeMutableRawPointer(self) + offset)
      .assumingMemoryBound(to: Atomic<UInt64>.self)
  }
}

// One thread has a slot at a time: the recorder's until the block is full, then that of the writer's
// queue, to which it is handed on under a lock.
extension JournalSlot: @unchecked Sendable {}
