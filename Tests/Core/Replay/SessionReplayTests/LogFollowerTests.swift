import ComposableArchitecture
import Foundation
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

/// Tests followers of a growing log with a page that knows only the received data.
@MainActor
struct LogFollowerTests {
  private let folder: TemporaryFolder
  private let path: String
  private let partial: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.reprise")
    partial = path + ".partial"
  }

  /// The data that a page has received: the first contents, and the members after them.
  private struct Page {
    var bytes: [UInt8]
    var sequence: UInt32
    var restarts = 0
    /// The numbers of the steps received as members.
    var steps: [UInt64] = []

    init(_ follower: LogFollower) throws {
      (bytes, sequence) = try follower.contents()
    }

    mutating func take(_ updates: LogFollower.Updates, of follower: LogFollower) throws {
      if updates.requiresRestart {
        (bytes, sequence) = try follower.contents()
        restarts += 1
        return
      }
      for member in updates.members {
        bytes += member.bytes(sequence: sequence)
        sequence += 1
        steps += (0..<UInt64(member.stepCount)).map { member.firstStep + $0 }
      }
    }
  }

  private func follower() throws -> LogFollower {
    try LogFollower(path: partial, options: .session)
  }

  /// Returns the number of steps that replay as recorded in a page's log, with each state compared.
  private func verifiedSteps(_ page: Page) throws -> UInt64 {
    let copy = folder.file("page.reprise.partial")
    try write(page.bytes, to: copy)
    let report = SessionReplayer(Session.app()).follow(path: copy) { false }
    #expect([.match, .damaged].contains(report.verdict.kind))
    return report.verifiedSteps
  }

  @Test("Each step is delivered once, from the journal or from the block to which it moved")
  func everyStep() throws {
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    var follower = try follower()
    var page = try Page(follower)
    // Blocks end after 256 steps, in the middle of a read.
    for turn in 0..<40 {
      for number in 0...turn { store.send(.add(number)) }
      if turn.isMultiple(of: 7) { recorder.flush() }
      try page.take(follower.readUpdates(), of: follower)
    }
    #expect(page.steps == Array(1...820))
    #expect(page.restarts == 0)
    #expect(try verifiedSteps(page) == 820)
    #expect(follower.ending == nil)

    store.send(.write("last"))
    _ = try recorder.finish()
    try page.take(follower.readUpdates(), of: follower)
    #expect(follower.ending == .finished)
    #expect(page.steps.last == 821)
    #expect(try verifiedSteps(page) == 821)
    // A client that connects now receives the file unchanged.
    #expect(try follower.contents().bytes == bytes(of: path))
  }

  @Test("A late client receives all previous steps, from the journal or from blocks")
  func lateComer() throws {
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    var follower = try follower()
    for turn in 1...30 {
      for number in 0..<23 { store.send(.add(number)) }
      _ = follower.readUpdates()
      let page = try Page(follower)
      #expect(try verifiedSteps(page) == UInt64(turn * 23))
      #expect(UInt64(page.bytes.count) == follower.length)
    }
  }

  @Test("A long step that moves its block to a larger slot is delivered once")
  func longStep() throws {
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    var follower = try follower()
    var page = try Page(follower)
    for length in [10, 300_000, 10, 700_000, 10] {
      store.send(.write(String(repeating: "x", count: length)))
      store.send(.add(1))
      try page.take(follower.readUpdates(), of: follower)
    }
    #expect(page.steps == Array(1...10))
    #expect(try verifiedSteps(page) == 10)
  }

  @Test("A log that is finished under its existing name is followed to its end")
  func finishedInPlace() throws {
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    var follower = try follower()
    var page = try Page(follower)
    store.send(.write(String(repeating: "x", count: 80_000)))
    _ = try recorder.finish()
    try page.take(follower.readUpdates(), of: follower)
    #expect(follower.ending == .finished)
    #expect(try verifiedSteps(page) == 1)
  }

  @Test("Steps of a log without its first blocks continue, or the whole log is sent again")
  func ring() throws {
    var time: UInt64 = 0
    let recorder = try SessionRecorder<Notebook.State, Notebook.Action>(
      path: path, app: Session.identity, initialState: Notebook.State(),
      recorded: "2026-01-01T00:00:00Z", options: SessionRecordingOptions(retention: .steps(64)),
      milliseconds: {
        time += 1
        return time
      }, onFailure: { _ in })
    let store = Session.store(recorder)
    var follower = try follower()
    var page = try Page(follower)
    for _ in 0..<30 {
      for number in 0..<20 { store.send(.add(number)) }
      recorder.flush()
      try page.take(follower.readUpdates(), of: follower)
    }
    #expect(page.steps == Array(1...600))
    #expect(page.restarts == 0)
    #expect(try verifiedSteps(page) == 600)

    for number in 0..<1000 { store.send(.add(number)) }
    recorder.flush()
    try page.take(follower.readUpdates(), of: follower)
    #expect(page.restarts == 1)
    store.send(.add(1))
    try page.take(follower.readUpdates(), of: follower)
    #expect(page.steps.last == 1601)
    #expect(try verifiedSteps(page) < 300)
  }

  @Test("A recorder that is killed leaves its last step and the step in progress")
  func abandoned() throws {
    var recorder: SessionRecorder<Notebook.State, Notebook.Action>? = try Session.recorder(at: path)
    var store: StoreOf<Notebook>? = try Session.store(#require(recorder))
    store?.send(.add(1))
    var follower = try follower()
    var page = try Page(follower)
    store?.send(.add(2))
    try withUnsafePointer(to: Notebook.State()) {
      try #require(recorder).willReduce(.add(3), number: 3, origin: .sent, state: $0)
    }
    recorder?.flush()
    store = nil
    recorder = nil
    try page.take(follower.readUpdates(), of: follower)
    #expect(follower.ending == .abandoned)
    #expect(page.steps.prefix(1) == [2])
    #expect(follower.readUpdates().members.isEmpty)
  }

  @Test("A whole log and a damaged log are delivered unchanged, and nothing follows them")
  func notGrowing() async throws {
    try await Session.record(at: path)
    let whole = try LogFollower(path: path, options: .session)
    #expect(whole.ending == .finished)
    #expect(try whole.contents().bytes == bytes(of: path))
    var spoilt = try bytes(of: path)
    spoilt[spoilt.count - 100] ^= 1
    try write(spoilt, to: partial)
    let damaged = try follower()
    guard case .damaged = damaged.ending else {
      Issue.record("\(String(describing: damaged.ending))")
      return
    }
    #expect(try damaged.contents().bytes == spoilt)
    try write(Array(spoilt.prefix(20)), to: partial)
    #expect(throws: LogReaderError.self) { try self.follower() }
  }
}
