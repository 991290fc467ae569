/// A copy of a log's blocks in which small neighbors are merged.
struct Compaction {
  enum Failure: Error, Equatable {
    case creating(LogWriterError)
    case reading(LogDamage)
    case writing(LogWriterStop)
  }

  let source: MemberSource
  let header: [UInt8]
  let blocks: [BlockInfo]
  let plan: MergePlan
  /// The blocks of the journal, which follow those of the file.
  var journal: [LogBlock] = []
  let join: @Sendable ([[UInt8]], Bool) -> [UInt8]

  func write(into body: inout LogBody) throws(Failure) {
    do throws(LogWriterStop) {
      try body.append(headerLine: header)
    } catch {
      throw .writing(error)
    }
    for group in plan.groups {
      if group.count == 1 {
        try copy(blocks[group.lowerBound], into: &body)
      } else {
        try merge(blocks[group], into: &body)
      }
    }
    do throws(LogWriterStop) {
      for block in journal { try body.append(block) }
    } catch {
      throw .writing(error)
    }
  }

  private func copy(_ block: BlockInfo, into body: inout LogBody) throws(Failure) {
    let member = try bytes(
      of: .block(block.sequence), at: block.offset, count: block.memberLength,
      wholeSteps: block.wholeStepsBefore)
    do throws(LogWriterStop) {
      try body.append(copyOf: block, compressed: member[LogFormat.memberHeaderLength...])
    } catch {
      throw .writing(error)
    }
  }

  private func merge(_ blocks: ArraySlice<BlockInfo>, into body: inout LogBody) throws(Failure) {
    guard let first = blocks.first else { return }
    var merged = LogBlock(
      bytes: [], firstStep: first.firstStep, stepCount: 0,
      startsWithKeyframe: first.startsWithKeyframe, followsGap: first.firstStep > body.nextStep)
    var payloads: [[UInt8]] = []
    do throws(LogDamage) {
      for block in blocks {
        payloads.append(try source.wholePayload(of: block))
        merged.stepCount += block.stepCount
      }
    } catch {
      throw .reading(error)
    }
    merged.bytes = join(payloads, first.startsWithKeyframe)
    do throws(LogWriterStop) {
      try body.append(merged)
    } catch {
      throw .writing(error)
    }
  }

  private func bytes(
    of part: LogDamage.Part, at offset: UInt64, count: Int, wholeSteps: UInt64
  ) throws(Failure) -> [UInt8] {
    let cause: LogDamage.Cause
    do throws(LogDamage.Cause) {
      let bytes = try source.read(at: offset, count: count)
      if bytes.count == count { return bytes }
      cause = .truncated(needed: UInt64(count), found: UInt64(bytes.count))
    } catch {
      cause = error
    }
    throw .reading(LogDamage(cause: cause, part: part, offset: offset, wholeSteps: wholeSteps))
  }
}

extension Compaction {
  /// Writes the copy beside `path` and then renames it to `path`. Removes it on failure.
  func publish(
    as path: String, options: LogWriterOptions, operations: LogFileOperations
  ) throws(Failure) -> LogSummary {
    let file: LogFile
    do throws(LogWriterError) {
      file = try .creatingCopy(for: path, overwrite: options.overwrite, operations: operations)
    } catch {
      throw .creating(error)
    }
    file.takeAccess(of: source.file)
    do throws(Failure) {
      var body = LogBody(file, options: options)
      try write(into: &body)
      return try publish(&body, as: path)
    } catch {
      file.remove()
      throw error
    }
  }

  private func publish(_ body: inout LogBody, as path: String) throws(Failure) -> LogSummary {
    do throws(LogWriterStop) {
      return try body.publish(as: path)
    } catch {
      throw .writing(error)
    }
  }
}

extension LogWriterError {
  init(_ failure: Compaction.Failure, ofSnapshotAt path: String) {
    switch failure {
    case .creating(let error): self = error
    case .reading(let damage): self = .snapshotFailed(path: path, reason: "\(damage.cause)")
    case .writing(let cause): self = .snapshotFailed(path: path, reason: "\(cause)")
    }
  }
}

/// A division of a log's blocks into groups that are merged.
struct MergePlan {
  /// The groups of adjacent blocks, as ranges of indices in order. Most contain one block.
  let groups: [Range<Int>]
  var mergesAnything: Bool { groups.contains { $0.count > 1 } }

  /// Creates a plan of groups of at most `limit` raw bytes, with keyframes only at their starts.
  init(_ blocks: [BlockInfo], limit: Int) {
    var groups: [Range<Int>] = []
    var total = 0
    var stepCount = 0
    for (position, block) in blocks.enumerated() {
      let length = block.rawLength ?? limit + 1
      if let last = groups.last, !block.startsWithKeyframe, total + length <= limit,
        stepCount + block.stepCount <= Int(LogFormat.maximumField)
      {
        groups[groups.count - 1] = last.lowerBound..<position + 1
        total += length
        stepCount += block.stepCount
      } else {
        groups.append(position..<position + 1)
        total = length
        stepCount = block.stepCount
      }
    }
    self.groups = groups
  }
}
