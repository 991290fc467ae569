import ComposableArchitecture
import Foundation
import SessionLog
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
struct FollowingTests {
  let folder: TemporaryFolder
  let path: String
  let partial: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.reprise")
    partial = path + ".partial"
  }

  @Test("A growing log is verified continuously, and to its end when it is finished")
  func finished() throws {
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    var progress: [UInt64] = []
    var turn = 0
    let report = SessionReplayer(Session.app()).follow(path: partial) {
      progress.append($0)
    } wait: {
      turn += 1
      store.send(.add(turn))
      if turn == 4 {
        #expect(throws: Never.self) { try recorder.finish() }
      } else {
        recorder.flush()
      }
      return true
    }
    // Finishing merged the small blocks into a separate file after the last one was written.
    #expect(progress == [0, 1, 2, 3, 4])
    #expect(report.verdict.kind == .match)
    #expect(report.verifiedSteps == 4)
    #expect(report.stepCount == 4)
  }

  @Test("Each step of the journal is verified once, even if it has moved to a block")
  func journal() throws {
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    var progress: [UInt64] = []
    var turn = 0
    let report = SessionReplayer(Session.app()).follow(path: partial) {
      progress.append($0)
    } wait: {
      turn += 1
      for number in 1...150 { store.send(.add(number)) }
      if turn == 6 { #expect(throws: Never.self) { try recorder.finish() } }
      return true
    }
    #expect(progress == [0, 150, 300, 450, 600, 750, 900])
    #expect(report.verdict.kind == .match)
    #expect(report.verifiedSteps == 900)
  }

  @Test("A log that is finished under its existing name is followed to its end")
  func finishedInPlace() throws {
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    var turn = 0
    let report = SessionReplayer(Session.app()).follow(path: partial) {
      turn += 1
      // The log has only the keyframe and one block, which has no keyframe and is too long to
      // merge.
      if turn == 1 {
        store.send(.write(String(repeating: "x", count: 80_000)))
      } else {
        #expect(throws: Never.self) { try recorder.finish() }
      }
      return true
    }
    #expect(report.verdict.kind == .match)
    #expect(report.verifiedSteps == 1)
  }

  @Test("Following stops at the first step that differs, even if more steps may follow")
  func divergence() throws {
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    var turn = 0
    let report = SessionReplayer(Session.app(fault: .addsTwice)).follow(path: partial) {
      turn += 1
      store.send(turn < 3 ? .write("a") : .add(1))
      recorder.flush()
      return true
    }
    #expect(turn == 3)
    #expect(report.verdict.divergence?.step == 3)
    #expect(report.verifiedSteps == 2)
  }

  @Test("A recorder that is killed leaves an unfinished log")
  func abandoned() throws {
    var recorder: SessionRecorder<Notebook.State, Notebook.Action>? = try Session.recorder(at: path)
    var store: StoreOf<Notebook>? = try Session.store(#require(recorder))
    var turn = 0
    let report = SessionReplayer(Session.app()).follow(path: partial) {
      turn += 1
      store?.send(.add(1))
      recorder?.flush()
      store = nil
      recorder = nil
      return true
    }
    #expect(turn == 1)
    #expect(report.verdict.kind == .damaged)
    #expect(report.verifiedSteps == 1)
  }

  @Test("Stopping verifies the steps that were already available")
  func interrupted() throws {
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    store.send(.add(1))
    recorder.flush()
    let report = SessionReplayer(Session.app()).follow(path: partial) { false }
    #expect(report.verdict.kind == .match)
    #expect(report.verifiedSteps == 1)
  }

  @Test("Following stops at once for a whole log, a damaged log and a log of a different app")
  func notGrowing() async throws {
    try await Session.record(at: path)
    let replayer = SessionReplayer(Session.app())
    let never: () -> Bool = {
      Issue.record("there is nothing to wait for")
      return false
    }
    #expect(replayer.follow(path: path, wait: never).verdict.kind == .match)
    let other = SessionReplayer(Session.app(name: "Other"))
    #expect(other.follow(path: path, wait: never).verdict.kind == .incompatible)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for length in [0, 20, bytes.count - 70] {
      try bytes.prefix(length).write(to: URL(fileURLWithPath: partial))
      #expect(replayer.follow(path: partial, wait: never).verdict.kind == .damaged, "\(length)")
    }
  }
}
