import Foundation
import RecordCoding
package import RecordedValues
package import SessionLog
package import SessionModel

/// An open log of a session, with its header and the locations of its steps.
package struct SessionReader: Sendable {
  package var log: LogReader
  package let header: SessionHeader
  /// A handler that is called after each step or block, if another process watches the progress.
  package var onRead: (@Sendable () -> Void)?
  /// A handler that receives the index and the content of each block that is read, on any thread.
  package var onBlock: (@Sendable (Int, BlockSteps) -> Void)?
  /// A handler that receives the number of the current step at intervals.
  package var watch: (@Sendable (UInt64) -> Void)?

  private static let headers = HeaderMemory<SessionHeader>()

  package init(path: String) throws(SessionReadError) {
    do throws(LogReaderError) {
      log = try LogReader(path: path, options: .session)
    } catch {
      throw .log(error)
    }
    do {
      let bytes = log.header
      var (header, recorded) = try Self.headers.value(of: bytes) {
        try JSONDecoder().decode(SessionHeader.self, from: Data(bytes))
      }
      if let recorded { header.recorded = recorded }
      self.header = header
    } catch let error as DecodingError {
      throw .badHeader(path: path, description: error.summary)
    } catch {
      throw .badHeader(path: path, description: "\(error)")
    }
    let references =
      [header.state, header.action] + header.dependencies.map(\.type)
      + (header.endpoints ?? []).flatMap(\.types) + (header.shared ?? []).map(\.type)
    guard references.allSatisfy(header.schema.holds) else {
      throw .badHeader(path: path, description: "a type is referred to that the schema lacks")
    }
  }

  /// Returns the last block that starts with the state after `step` or an earlier step.
  func keyframe(upTo step: UInt64) -> Int? {
    log.blocks.lastIndex { $0.startsWithKeyframe && $0.firstStep - 1 <= step }
  }

  /// Returns the last step, up to `step`, after which the log holds a complete state.
  package func lastKnownState(before step: UInt64) -> UInt64 {
    keyframe(upTo: step).map { log.blocks[$0].firstStep - 1 } ?? 0
  }

  package func steps(ofBlockAt index: Int) throws(SessionReadError) -> BlockSteps {
    let info = log.blocks[index]
    let payload: [UInt8]
    do throws(LogReaderError) {
      payload = try log.payload(of: info)
    } catch {
      throw .log(error)
    }
    let block: BlockSteps
    do throws(BadBlock) {
      block = try BlockSteps(payload, startsWithKeyframe: info.startsWithKeyframe)
      guard block.stepCount == info.stepCount else {
        throw .otherStepCount(expected: info.stepCount, found: block.stepCount)
      }
      if let feature = block.requiredFeatures.first(where: { !header.requires.contains($0) }) {
        throw .undeclaredFeature(feature)
      }
      guard !block.endsUnfinished || index + 1 == log.blocks.count else {
        throw .unfinishedBeforeEnd
      }
    } catch {
      throw fault(inBlockAt: index, wholeSteps: info.firstStep - 1, error)
    }
    onBlock?(index, block)
    return block
  }

  /// Returns the state of a keyframe, which may use at most the remaining memory.
  func value(
    ofKeyframe range: Range<Int>, in payload: [UInt8], memory: inout ValueMemory
  ) throws(BadBlock) -> RecordedValue {
    var decoder = RecordDecoder(payload, in: range)
    let value = try BadBlock.reading {
      try decoder.decodeValue(of: header.state, in: header.schema, memory: &memory)
    }
    guard decoder.isAtEnd else { throw .trailingBytes(decoder.remaining) }
    return value
  }

  package func fault(ofStep step: UInt64, _ cause: BadBlock) -> SessionReadError {
    let index = log.blocks.lastIndex { $0.firstStep <= step } ?? 0
    return fault(inBlockAt: index, wholeSteps: step - 1, cause)
  }

  /// Returns an error for a fault after step `number` in a block whose checksum is correct.
  package func fault(
    inBlockAt index: Int, wholeSteps number: UInt64, _ cause: BadBlock
  ) -> SessionReadError {
    .badBlock(
      path: log.path, block: index + 1, offset: log.blocks[index].offset,
      wholeSteps: number - min(log.blocks[index].missingSteps, number), cause)
  }
}

extension SessionReader {
  func keyframe(after step: UInt64) throws(SessionReadError) -> RecordedValue? {
    guard let index = keyframe(upTo: step), log.blocks[index].firstStep == step + 1
    else { return nil }
    let block = try steps(ofBlockAt: index)
    do throws(BadBlock) {
      var memory = StateMemory.ofKeyframe(memberLength: log.blocks[index].memberLength)
      return try block.keyframe.map { keyframe throws(BadBlock) in
        try value(ofKeyframe: keyframe, in: block.payload, memory: &memory)
      }
    } catch {
      throw fault(inBlockAt: index, wholeSteps: step, error)
    }
  }

  /// Returns the state after the last step of a cursor, if the log holds it.
  package func state(at cursor: SessionCursor) throws(SessionReadError) -> RecordedValue? {
    cursor.knowsState ? cursor.state : try keyframe(after: cursor.number)
  }
}
