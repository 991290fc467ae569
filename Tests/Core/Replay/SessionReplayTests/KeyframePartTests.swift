import ComposableArchitecture
import Foundation
import RecordCoding
import SessionDocument
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

/// Tests replays of a state whose entries are only in keyframes; steps contain their number.
@MainActor
@Suite("Parts of a state that only keyframes contain")
struct KeyframePartTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("diary.reprise")
  }

  // MARK: The end of a log

  @Test("A wrong part is found at the end of a short log")
  func end() throws {
    try record(10)
    #expect(replay().verdict.kind == .match)
    for isParanoid in [false, true] {
      let divergence = try #require(
        replay(.wrongEntry(3), isParanoid: isParanoid).verdict.divergence)
      #expect(divergence.step == 10)
      #expect(divergence.since == 0)
      #expect(divergence.path == "diary.entries")
      #expect(divergence.expected?.contains("digest") == true)
    }
  }

  @Test("A wrong part after the last keyframe is found, including the steps since then")
  func endAfterKeyframe() throws {
    try record(300)
    let divergence = try #require(replay(.wrongEntry(280)).verdict.divergence)
    #expect(divergence.step == 300)
    #expect(divergence.since == 256)
  }

  @Test("A log that ends at a keyframe or before its first step needs no further comparison")
  func endAtKeyframe() throws {
    for count in [0, 256, 512] {
      try record(count)
      #expect(replay().verdict.kind == .match, "\(count)")
      if count > 0 { #expect(replay(.wrongEntry(3)).verdict.divergence?.step == 256) }
    }
  }

  @Test("A snapshot is compared to its end")
  func snapshot() async throws {
    let (store, recorder) = try begin()
    for number in 1...10 { store.send(.write("\(number)")) }
    let copy = folder.file("copy.reprise")
    try await recorder.snapshot(to: URL(fileURLWithPath: copy))
    for number in 11...20 { store.send(.write("\(number)")) }
    _ = try recorder.finish()
    #expect(replay(at: copy).verdict.kind == .match)
    #expect(replay(.wrongEntry(3), at: copy).verdict.divergence?.step == 10)
    #expect(replay().verdict.kind == .match)
    #expect(replay(.wrongEntry(13)).verdict.divergence?.step == 20)
  }

  @Test("A log that ends after its store was released is compared to its end")
  func storeGone() throws {
    let recorder = try recorder()
    do {
      let store = Store(initialState: Diary.State(), reducer: { Diary() }, observer: recorder)
      for number in 1...10 { store.send(.write("\(number)")) }
    }
    _ = try recorder.finish()
    #expect(replay().verdict.kind == .match)
    #expect(replay(.wrongEntry(3)).verdict.divergence?.step == 10)
  }

  // MARK: Keyframes

  @Test("A wrong part is found at the next keyframe, with its path and the difference")
  func keyframe() throws {
    try record(300)
    #expect(replay().verdict.kind == .match)
    let report = replay(.wrongEntry(3))
    let divergence = try #require(report.verdict.divergence)
    #expect(divergence.step == 256)
    #expect(divergence.since == 0)
    #expect(divergence.path == "diary.entries[2].text")
    #expect(divergence.expected == "\"3\"")
    #expect(divergence.actual == "\"wrong\"")
    #expect(report.description.contains("in one of the steps 1 to 256 of 300"))
  }

  @Test("Each difference is counted once if a replay continues from the recorded states")
  func keepGoing() throws {
    try record(900)
    let report = replay(.wrongEntry(3), keepsGoing: true)
    #expect(report.differing?.count == 1)
    #expect(report.differing?.first.first?.step == 256)
    let other = replay(.wrongCount(3), keepsGoing: true)
    #expect(other.differing?.count == 1)
    #expect(other.differing?.first.first?.step == 3)
  }

  @Test("A part that was changed in a log does not match", arguments: [0, 1])
  func changedPart(keyframe: Int) throws {
    try record(300)
    var keyframes = -1
    try rewrite { _, steps in
      guard let supplement = steps.supplement else { return nil }
      keyframes += 1
      guard keyframes == keyframe else { return nil }
      var bytes = steps.payload
      bytes[supplement.upperBound - 1] ^= 1
      return bytes
    }
    let verdict = replay().verdict
    #expect(verdict.kind != .match)
  }

  @Test("A digest that was changed in a log does not match")
  func changedDigest() throws {
    try record(10)
    try rewrite { _, steps in
      guard steps.digests != nil else { return nil }
      var bytes = steps.payload
      bytes[bytes.count - 1] ^= 1
      return bytes
    }
    #expect(replay().verdict.divergence?.step == 10)
  }

  @Test("Digests that the header doesn't declare are damage")
  func undeclared() throws {
    try record(10)
    try rewrite(header: { $0.requires.removeAll { $0 == SessionHeader.partDigests } }) { _, _ in nil
    }
    #expect(replay().verdict.kind == .damaged)
  }

  @Test("A log recorded before digests existed is compared at its keyframes")
  func older() throws {
    try record(300)
    try rewrite(header: { $0.requires = [] }) { _, steps in
      guard let digests = steps.digests else { return nil }
      return Array(steps.payload.dropLast(2 + digests.groups.count * 9))
    }
    #expect(replay().verdict.kind == .match)
    #expect(replay(.wrongEntry(280)).verdict.kind == .match)
    #expect(replay(.wrongEntry(3)).verdict.divergence?.step == 256)
  }

  // MARK: Other logs

  @Test("Logs of all levels and durabilities match, and wrong parts are found in each")
  func levels() throws {
    for level in RecordingLevel.allCases {
      for durability in [Durability.flush, .step] {
        try record(40, options: SessionRecordingOptions(level: level, durability: durability))
        #expect(replay().verdict.kind == .match, "\(level) \(durability)")
        #expect(replay(.wrongEntry(3)).verdict.divergence?.step == 40, "\(level) \(durability)")
      }
    }
  }

  @Test("A ring's keyframes contain the parts, even if the ring was cut at marks and pauses")
  func ring() throws {
    for retention in [LogRetention.steps(2000), .milliseconds(2000)] {
      var options = SessionRecordingOptions(retention: retention)
      options.allowsMarks = true
      try record(9000, options: options, marksEach: 7)
      let report = replay()
      #expect(report.verdict.kind == .match, "\(retention): \(report)")
      #expect(report.stepCount < 9000)
      #expect(replay(.wrongEntry(8999)).verdict.kind == .diverged)
    }
  }

  @Test("An unfinished log isn't compared at its end")
  func unfinished() throws {
    let (store, recorder) = try begin()
    for number in 1...10 { store.send(.write("\(number)")) }
    recorder.flush()
    let partial = path + ".partial"
    let recovered = folder.file("recovered.reprise")
    _ = try recoverLog(from: partial, to: recovered, overwrite: false, readerOptions: .session)
    #expect(replay(at: recovered).verdict.kind == .match)
    withExtendedLifetime(store) {}
  }

  @Test("An updated log contains the current parts")
  func update() throws {
    try record(300)
    let replayer = SessionReplayer(Diary.app(.wrongEntry(3)))
    guard case .updated = replayer.update(path: path).outcome else {
      Issue.record("not updated")
      return
    }
    #expect(replay(.wrongEntry(3)).verdict.kind == .match)
    #expect(replay().verdict.divergence?.step == 256)
  }

  @Test("Parts with tokens are compared except for the tokens")
  func redacted() throws {
    let secret = folder.file("secret.reprise")
    let recorder = try SessionRecorder<SecretDiary.State, SecretDiary.Action>(
      path: secret, app: Session.identity, initialState: SecretDiary.State(),
      recorded: "2026-01-01T00:00:00Z", milliseconds: { 0 }, onFailure: { Issue.record("\($0)") })
    let store = Store(initialState: .init(), reducer: { SecretDiary() }, observer: recorder)
    for number in 1...20 { store.send(.write(Redacted("secret number \(number)"))) }
    _ = try recorder.finish()
    func replay(_ wrong: Int?) -> ReplayReport {
      SessionReplayer(
        ReplayedApp<SecretDiary.State, SecretDiary.Action>(identity: Session.identity) {
          SecretDiary(wrong: wrong).assemble()
        }
      ).replay(path: secret)
    }
    #expect(replay(nil).verdict.kind == .match)
    #expect(replay(3).verdict.divergence?.path == "entries[2].number")
  }

  // MARK: Helpers

  private func recorder(
    _ options: SessionRecordingOptions = .init()
  ) throws -> SessionRecorder<Diary.State, Diary.Action> {
    var options = options
    options.overwrite = true
    var time: UInt64 = 0
    return try SessionRecorder(
      path: path, app: Session.identity, initialState: Diary.State(),
      recorded: "2026-01-01T00:00:00Z", options: options,
      milliseconds: {
        time += 1
        return time
      }, onFailure: { Issue.record("\($0)") })
  }

  private func begin(
    _ options: SessionRecordingOptions = .init()
  ) throws -> (StoreOf<Diary>, SessionRecorder<Diary.State, Diary.Action>) {
    let recorder = try recorder(options)
    return (Store(initialState: .init(), reducer: { Diary() }, observer: recorder), recorder)
  }

  private func record(
    _ count: Int, options: SessionRecordingOptions = .init(), marksEach: Int? = nil
  ) throws {
    let (store, recorder) = try begin(options)
    for number in 1..<(count + 1) {
      store.send(.write("\(number)"))
      if let marksEach, number % marksEach == 0 { recorder.mark("\(number)") }
    }
    _ = try recorder.finish()
  }

  private func replay(
    _ fault: Diary.Fault? = nil, at path: String? = nil, isParanoid: Bool = false,
    keepsGoing: Bool = false
  ) -> ReplayReport {
    var replayer = SessionReplayer(Diary.app(fault))
    replayer.isParanoid = isParanoid
    replayer.keepsGoing = keepsGoing
    return replayer.replay(path: path ?? self.path)
  }

  /// Rewrites the log with the blocks that a closure returns, and with correct checksums.
  private func rewrite(
    header change: (inout SessionHeader) -> Void = { _ in },
    _ replace: (Int, BlockSteps) throws -> [UInt8]?
  ) throws {
    let reader = try LogReader(path: path, options: .session)
    var header = try SessionReader(path: path).header
    change(&header)
    let blocks = try reader.blocks.enumerated().map { index, block in
      let payload = try reader.payload(of: block)
      let steps = try BlockSteps(payload, startsWithKeyframe: block.startsWithKeyframe)
      return LogBlock(
        bytes: try replace(index, steps) ?? payload, firstStep: block.firstStep,
        stepCount: block.stepCount, startsWithKeyframe: block.startsWithKeyframe)
    }
    let writer = try LogWriter(
      path: path, header: header.line(),
      options: LogWriterOptions(overwrite: true, mergedBlockLength: 0))
    for block in blocks { writer.append(block: block) }
    _ = try writer.finish()
  }
}
