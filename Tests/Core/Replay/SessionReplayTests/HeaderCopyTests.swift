import ComposableArchitecture
import Foundation
import SessionDocument
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
@Suite("The copy of the header in a replay")
struct HeaderCopyTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.reprise")
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    for number in 0..<2_000 { store.send(.write("\(number &* 2_654_435_761)")) }
    _ = try recorder.finish()
  }

  @Test("A log with an intact header copy is a match")
  func whole() {
    #expect(Session.replay(path, app: Session.app()).verdict.kind == .match)
  }

  @Test("A log with a damaged header copy is damaged, but all its steps replay as recorded")
  func damaged() throws {
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    // The end of the log takes 62 bytes, and follows the copy.
    bytes[bytes.count - 62 - 20] ^= 1
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let report = Session.replay(path, app: Session.app())
    #expect(report.verifiedSteps == 2_000)
    guard case .damaged(let log) = report.verdict, log.divergence == nil,
      case .log(.damaged(_, let damage)) = log.error
    else {
      Issue.record("\(report.verdict)")
      return
    }
    #expect(damage.part == .headerCopy)
    #expect(try LogReader(path: path, options: .session).verify() == damage)
  }
}
