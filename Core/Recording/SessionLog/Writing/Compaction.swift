/// A copy of a log's blocks in which small neighbors are merged.
struct Compaction {
  enum Failure: Error, Equatable {
    case creating(LogWriterError)
    case reading(LogDamage)
    case writing(LogWriterStop)
    /// The copy was read back, and does not have the steps that were written.
    case differing
  }

  let source: MemberSource
  let header: [UInt8]
  let blocks: [BlockInfo]
  let plan: MergePlan
  /// The blocks of the journal, which follow the blocks of the file.
  var journal: [LogBlock] = []
  let payloads: PayloadCoding?
  /// The options for reading the copy back before it is published; `nil` to publish it unread.
  var checking: LogReaderOptions?

  init(of blocks: [BlockInfo], in source: MemberSource, header: [UInt8], options: LogWriterOptions)
  {
    (self.blocks, self.source, self.header) = (blocks, source, header)
    payloads = options.payloads
    plan = MergePlan(blocks, limit: payloads == nil ? nil : options.mergedBlockLength)
  }

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
    guard let joined = self.payloads?.join(payloads, first.startsWithKeyframe) else {
      for block in blocks { try copy(block, into: &body) }
      return
    }
    merged.bytes = joined
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
      try complete(&body)
      return try publish(body, as: path)
    } catch {
      file.remove()
      throw error
    }
  }

  private func complete(_ body: inout LogBody) throws(Failure) {
    do throws(LogWriterStop) {
      try body.appendIndexAndEnd()
    } catch {
      throw .writing(error)
    }
    guard let checking else { return }
    guard let copy = try? LogReader(path: body.file.path, options: checking), copy.state == .whole,
      copy.stepCount == body.stepCount, copy.verify() == nil
    else { throw .differing }
  }

  private func publish(_ body: LogBody, as path: String) throws(Failure) -> LogSummary {
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
    case .differing: self = .snapshotFailed(path: path, reason: "it has other steps")
    }
  }
}

/// A division of a log's blocks into groups that are merged.
struct MergePlan {
  /// The groups of adjacent blocks, as ranges of indices in order. Most contain one block.
  let groups: [Range<Int>]
  var mergesAnything: Bool { groups.contains { $0.count > 1 } }

  /// Creates a plan of groups of at most `limit` raw bytes, with keyframes only at their starts.
  ///
  /// Without a limit, no blocks are merged.
  init(_ blocks: [BlockInfo], limit: Int?) {
    guard let limit else {
      groups = blocks.indices.map { $0..<$0 + 1 }
      return
    }
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
