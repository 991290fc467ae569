import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A reader of a journal that another process may be writing.
struct JournalReader {
  private let file: Descriptor
  private let length: UInt64
  private let binding: UInt32
  /// The maximum length to read of a slot. A file with holes can claim more than it contains.
  private let maxSlotLength: UInt64

  /// Opens the journal beside an unfinished log. Returns `nil` if it is missing or cannot be read.
  init?(beside path: String, binding: UInt32) {
    guard path.hasSuffix(LogFile.partialSuffix),
      let file = try? Descriptor(
        opening: LogFile.journalPath(forPartial: path), flags: O_RDONLY | O_NONBLOCK),
      let status = try? file.status(), isRegularFile(status)
    else { return nil }
    self.file = file
    length = UInt64(status.st_size)
    maxSlotLength = max(UInt64(status.st_blocks) * 512, UInt64(JournalFormat.slotLength))
    self.binding = binding
  }

  /// Returns the entries of all slots in use, in the order of their steps.
  ///
  /// `isShortened` indicates that the file ends before its slots do, and some may be missing.
  func slots() -> (entries: [JournalEntries], isShortened: Bool) {
    let heads = heads()
    // If two slots have the same steps, one was replacing the other, and has more steps.
    let slots = heads.compactMap { entries(of: $0.head, at: $0.offset) }.sorted {
      $0.firstStep == $1.firstStep
        ? $0.finished.count > $1.finished.count : $0.firstStep < $1.firstStep
    }
    let end = heads.last.map { $0.offset + $0.head.capacity } ?? 0
    // A slot is allocated as a whole before its head is written.
    let endsWithinSlot = length != end && length - min(end, length) < JournalFormat.headLength
    let hasAllSlots = heads.isEmpty || heads.count >= JournalFormat.minSlots
    return (slots, length == 0 || endsWithinSlot || !hasAllSlots)
  }

  private func heads() -> [(head: Head, offset: UInt64)] {
    var heads: [(Head, UInt64)] = []
    var offset: UInt64 = 0
    while let head = head(at: offset) {
      heads.append((head, offset))
      offset += head.capacity
    }
    return heads
  }

  private struct Head: Equatable {
    let capacity: UInt64
    let firstStep: UInt64
    let committed: UInt64
    let pending: UInt64
  }

  private func head(at offset: UInt64) -> Head? {
    guard available(at: offset) >= JournalFormat.headLength,
      let bytes = try? file.read(at: offset, count: JournalFormat.headLength),
      bytes.count == JournalFormat.headLength, bytes.starts(with: JournalFormat.magic),
      bytes.littleEndian(at: JournalFormat.bindingOffset, as: UInt32.self) == binding
    else { return nil }
    func field(_ offset: Int) -> UInt64 { bytes.littleEndian(at: offset, as: UInt64.self) }
    let head = Head(
      capacity: field(JournalFormat.capacityOffset),
      firstStep: field(JournalFormat.firstStepOffset),
      committed: field(JournalFormat.committedOffset),
      pending: field(JournalFormat.pendingOffset))
    let isPlausible =
      head.capacity >= UInt64(JournalFormat.pageLength)
      && head.capacity.isMultiple(of: UInt64(JournalFormat.pageLength))
      && head.capacity <= UInt64(Int.max) - offset
      && max(head.committed, head.pending) <= head.capacity
    return isPlausible ? head : nil
  }

  /// The maximum number of bytes to read from an offset.
  private func available(at offset: UInt64) -> UInt64 {
    min(length - min(offset, length), maxSlotLength)
  }

  private func entries(of head: Head, at offset: UInt64) -> JournalEntries? {
    let start = JournalFormat.headLength
    // A slot that was never used has no first step.
    guard head.committed >= start, head.firstStep > 0 else { return nil }
    let available = available(at: offset)
    let isCut = max(head.committed, head.pending) > available
    let end = Int(min(max(head.committed, head.pending), available))
    guard let bytes = try? file.read(at: offset, count: end), bytes.count == end,
      // The slot may have been reused for a different block meanwhile.
      let now = self.head(at: offset), now.firstStep == head.firstStep, now.committed > 0
    else { return nil }
    let committed = min(Int(head.committed), end)
    return JournalEntries(
      firstStep: head.firstStep, finished: bytes[start..<committed],
      unfinished: isCut ? [] : bytes[committed..<end], isCut: isCut)
  }
}

extension JournalReader {
  /// Returns the entries that were not read, and the offset of their end in the slot.
  func entries(after cursor: JournalCursor) -> (bytes: ArraySlice<UInt8>, end: Int)? {
    guard let (head, offset) = slot(ofBlockAt: cursor.firstStep) else { return nil }
    return bytes(from: cursor.offset, to: head.committed, of: head, at: offset).map {
      ($0, Int(head.committed))
    }
  }

  /// Returns the entry of the step that was being reduced, if all entries before it were read.
  func unfinishedEntry(after cursor: JournalCursor) -> ArraySlice<UInt8>? {
    guard let (head, offset) = slot(ofBlockAt: cursor.firstStep), head.committed == cursor.offset
    else { return nil }
    return bytes(from: cursor.offset, to: head.pending, of: head, at: offset)
  }

  func hasBlock(at firstStep: UInt64) -> Bool { slot(ofBlockAt: firstStep) != nil }

  /// Returns the slot of a block. If there are two slots, one was replacing the other, and has more
  /// steps.
  private func slot(ofBlockAt firstStep: UInt64) -> (head: Head, offset: UInt64)? {
    heads()
      .filter {
        $0.head.firstStep == firstStep && firstStep > 0
          && $0.head.committed >= JournalFormat.headLength
          && max($0.head.committed, $0.head.pending) <= available(at: $0.offset)
      }
      .max { $0.head.committed < $1.head.committed }
  }

  private func bytes(
    from start: Int, to end: UInt64, of head: Head, at offset: UInt64
  ) -> ArraySlice<UInt8>? {
    let count = Int(end) - min(start, Int(end))
    guard count > 0,
      let bytes = try? file.read(at: offset + UInt64(start), count: count), bytes.count == count,
      // The slot may have been reused for a different block meanwhile.
      let now = self.head(at: offset), now.firstStep == head.firstStep, now.committed > 0
    else { return nil }
    return bytes[...]
  }
}

/// A point at which a journal becomes unreadable, since the rest is damaged or never reached the
/// disk.
package struct JournalTear: Equatable, Sendable {
  package var lastStep: UInt64
  /// The last step that is known to have followed, in a readable part, or `nil` if none is.
  package var lastKnownStep: UInt64?

  package init(lastStep: UInt64, lastKnownStep: UInt64? = nil) {
    self.lastStep = lastStep
    self.lastKnownStep = lastKnownStep
  }
}

extension JournalTear: CustomStringConvertible {
  package var description: String {
    let context = "the journal cannot be read after step \(grouped(lastStep))"
    guard let lastKnownStep else { return "\(context), and steps that followed may be lost" }
    return "\(context); the steps up to \(grouped(lastKnownStep)) are lost, and perhaps more"
  }
}
