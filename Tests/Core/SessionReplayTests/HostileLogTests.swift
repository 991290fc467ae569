import DependencyInjection
import Foundation
import SessionReplay
import Testing

@MainActor
struct HostileLogTests {
  @Test("Every prefix of a log has a verdict, and none is a match but the whole")
  func prefixes() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    try await Session.record(at: path)
    let log = try Data(contentsOf: URL(fileURLWithPath: path))
    let replayer = SessionReplayer(Session.app())
    let cut = folder.file("cut.reprise")
    for length in 0..<log.count {
      try log.prefix(length).write(to: URL(fileURLWithPath: cut))
      let verdict = replayer.replay(path: cut).verdict
      #expect(verdict.kind == .damaged, "the first \(length) bytes: \(verdict)")
    }
  }

  @Test("A thousand random changes of one byte never do harm")
  func flips() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    try await Session.record(at: path)
    let log = try Data(contentsOf: URL(fileURLWithPath: path))
    let replayer = SessionReplayer(Session.app())
    let changed = folder.file("changed.reprise")
    var random = SeededGenerator(seed: 1)
    var kinds: Set<Verdict.Kind> = []
    for _ in 0..<1_000 {
      var bytes = log
      let place = Int.random(in: 0..<log.count, using: &random)
      bytes[place] ^= UInt8.random(in: 1...255, using: &random)
      try bytes.write(to: URL(fileURLWithPath: changed))
      kinds.insert(replayer.replay(path: changed).verdict.kind)
    }
    #expect(kinds.contains(.damaged))
    #expect(!kinds.contains(.failed))
  }
}
