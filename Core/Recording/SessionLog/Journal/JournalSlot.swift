import CSystem
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The memory in which one block is assembled, step by step.
///
/// If the memory is mapped, its contents are in the file at once and remain there however the
/// process ends. Two offsets in the head limit what a reader accepts: finished steps up to the
/// first offset, and the action that is being reduced up to the second.
package final class JournalSlot {
  enum Backing {
    /// The memory is mapped from the file, and guarded against a file that is shortened.
    case mapped(UnsafeMutablePointer<rp_guarded_mapping>, Descriptor, at: UInt64)
    /// The memory is copied to an offset of the file whenever something is published.
    case written(Descriptor, at: UInt64)
    case none
  }

  package let entries: UnsafeMutableRawPointer
  /// The maximum number of bytes of entries.
  package let entriesCapacity: Int

  package let marks: JournalMarks
  /// Whether published bytes must be written out, because the memory is not mapped.
  package let isWritten: Bool

  private let memory: UnsafeMutableRawPointer
  let capacity: Int
  private let backing: Backing
  private var published = JournalFormat.headLength

  init(memory: UnsafeMutableRawPointer, capacity: Int, binding: UInt32, backing: Backing) {
    self.memory = memory
    self.capacity = capacity
    self.backing = backing
    isWritten = if case .written = backing { true } else { false }
    entries = memory + JournalFormat.headLength
    marks =
      if case .mapped(let mapping, _, _) = backing {
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
    case .mapped(let mapping, _, _):
      rp_release_mapping(mapping)
      munmap(memory, capacity)
    case .written, .none: memory.deallocate()
    }
  }

  /// Starts a block that has no steps yet.
  package func open(firstStep: UInt64) {
    memory.storeBytes(
      of: firstStep.littleEndian, toByteOffset: JournalFormat.firstStepOffset, as: UInt64.self)
    published = JournalFormat.headLength
    marks.publish(pending: 0)
    marks.publish(finished: 0)
    if isWritten { writeOut() }
  }

  /// Copies the first bytes of the entries, or fewer if another program shortened the file.
  ///
  /// `isIntact` is false if part of the slot is lost, even if none of these bytes is.
  package func copyEntries(count: Int) -> (bytes: [UInt8], isIntact: Bool) {
    let bytes = Array(UnsafeRawBufferPointer(start: entries, count: count))
    // The copy has touched every page, so the lost pages are known by now.
    let intactCount = max(intactLength - JournalFormat.headLength, 0)
    return (Array(bytes.prefix(intactCount)), intactCount >= count && !marks.isDamaged)
  }

  /// The number of bytes before the first lost one.
  ///
  /// The page in which a file ends stays mapped, but the bytes after its end were set to zero.
  private var intactLength: Int {
    guard case .mapped(_, let file, let offset) = backing else { return capacity }
    let intact = marks.intactLength.pointee.load(ordering: .relaxed)
    let fileLength = (try? file.length()) ?? .max
    return Int(clamping: min(intact, fileLength - min(offset, fileLength)))
  }

  func close() {
    marks.clear()
    if isWritten { writeOut() }
  }

  /// Copies newly published bytes to the file, and then the head.
  ///
  /// A failure is ignored, because writing the block to the same disk will fail as well.
  @inline(never)
  package func writeOut() {
    guard case .written(let file, let offset) = backing else { return }
    let end = max(load(JournalFormat.committedOffset), load(JournalFormat.pendingOffset))
    // The head of a finished step's entry precedes the bytes that were published last.
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
  /// The number of bytes before the first lost page, as stored by the SIGBUS handler.
  fileprivate var intactLength: UnsafeMutablePointer<Atomic<UInt64>> {
    let offset = MemoryLayout<rp_guarded_mapping>.offset(of: \.intact_length) ?? 0
    return (UnsafeMutableRawPointer(self) + offset)
      .assumingMemoryBound(to: Atomic<UInt64>.self)
  }
}

// Only one thread uses a slot at a time: the recorder's thread until the block is full, and then
// the thread of the writer's queue, which receives the slot under a lock.
extension JournalSlot: @unchecked Sendable {}
