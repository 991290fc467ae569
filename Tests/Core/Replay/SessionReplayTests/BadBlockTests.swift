import RecordCoding
import SessionDocument
import SessionLog
import SessionModel
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
struct BadBlockTests {
  @Test(
    "Bytes that aren't steps of the schema are damage with the number of their block and an offset",
    arguments: [
      ([], .otherStepCount(expected: 1, found: 0)),
      ([0], .value(.truncated(offset: 4))),
      ([0, 0], .otherStepCount(expected: 1, found: 0)),
      ([1, 1, 1, 0, 0, 0, 0, 0], .undeclaredFeature("partDigests")),
      ([0, 0, 1], .trailingBytes(1)),
      ([0, 1, 1, 0], .value(.truncated(offset: 6))),
      ([1, 0], .badRowCount(0)),
      ([1, 2, 1, 0, 1, 0, 0, 0], .badRowCount(2)),
      ([1, 1, 0, 0, 0], .value(.truncated(offset: 6))),
      ([1, 1, 1, 0xff, 0, 0], .unknownFlags(0xff)),
      ([1, 1, 2, 0x40, 0x41, 0, 0], .undeclaredFeature("marks")),
      ([1, 1, 2, 0x28, 0, 0, 0], .undeclaredFeature("sharedState")),
      ([1, 1, 1, 0, 1, 0], .unknownRow(1)),
      ([1, 1, 1, 0, 0, 2], .value(.invalidTag(2, limit: 2, offset: 8))),
      ([1, 1, 3, 0, 0, 2, 0], .value(.truncated(offset: 10))),
      ([1, 1, 4, 0, 0, 2, 9, 0, 0], .trailingBytes(1)),
      ([1, 1, 3, 1, 0, 2, 0, 0, 1], .badOrigin(distance: 1)),
      ([1, 1, 3, 2, 0, 2, 0, 0, 1, 99], .unknownDependency(99)),
      (
        [1, 1, 3, 0, 0, 2, 0, 0, 7], .value(.countExceedsInput(count: 7, remaining: 0, offset: 11))
      ),
      ([2, 1, 3, 0, 0, 2, 0, 0, 0], .otherStepCount(expected: 1, found: 2)),
    ] as [([UInt8], BadBlock)])
  func badBlock(chunk: [UInt8], expected: BadBlock) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    try await Session.record([.add(1)], at: path)
    let header = try SessionReader(path: path).log.header
    let bad = folder.file("bad.reprise")
    let writer = try LogWriter(path: bad, header: header)
    var keyframe = RecordEncoder()
    keyframe.encode(Notebook.State())
    var payload = RecordEncoder()
    payload.append(counted: keyframe.bytes)
    payload.append(counted: [])
    let shift = payload.bytes.count - 3
    writer.append(
      block: LogBlock(
        bytes: payload.bytes + chunk, firstStep: 1, stepCount: 1, startsWithKeyframe: true))
    let length = try writer.finish().bytes

    let report = Session.replay(bad, app: Session.app())
    #expect(report.verdict.kind.exitCode == 4)
    guard case .damaged(let log) = report.verdict, log.divergence == nil,
      case .badBlock(_, block: 1, let offset, wholeSteps: 0, let cause) = log.error
    else {
      Issue.record("\(report.verdict)")
      return
    }
    #expect(offset < length)
    #expect(cause == expected.shifted(by: shift))
  }
}

extension BadBlock {
  /// Returns the same block with its offset shifted for a longer keyframe.
  fileprivate func shifted(by count: Int) -> BadBlock {
    switch self {
    case .value(.truncated(let offset)): .value(.truncated(offset: offset + count))
    case .value(.countExceedsInput(let value, let remaining, let offset)):
      .value(.countExceedsInput(count: value, remaining: remaining, offset: offset + count))
    case .value(.invalidTag(let tag, let limit, let offset)):
      .value(.invalidTag(tag, limit: limit, offset: offset + count))
    default: self
    }
  }
}
