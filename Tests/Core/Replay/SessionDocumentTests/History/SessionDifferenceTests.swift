import ComposableArchitecture
import Foundation
import RecordCoding
import SessionDocument
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
@Suite("Differences between two sessions")
struct SessionDifferenceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func record(
    _ name: String, _ actions: [Notebook.Action], fault: Notebook.Fault? = nil
  ) throws -> SessionReader {
    let path = folder.file(name)
    let recorder = try Session.recorder(at: path)
    let store = Store(
      initialState: Notebook.State(), reducer: { Notebook(fault: fault) },
      withDependencies: {
        $0.uuid = .incrementing
        $0.date = .constant(Date(timeIntervalSinceReferenceDate: 1_000))
        recorder.install(in: &$0)
      }, observer: recorder)
    for action in actions { store.send(action) }
    _ = try recorder.finish()
    return try SessionReader(path: path)
  }

  @Test("An action that only one session has is the only difference between the actions")
  func leftOut() throws {
    let first = try record("a.reprise", [.add(1), .add(2), .add(3), .write("x")])
    let second = try record("b.reprise", [.add(1), .add(3), .write("x")])
    let difference = try SessionDifference(first, second)
    #expect(difference.hunks.map(\.first) == [[2]])
    #expect(difference.hunks.map(\.second) == [[]])
    #expect(difference.commonCount == 3)
    #expect(difference.outcome == nil)
    #expect(difference.end.count == 1)
    #expect(!difference.isSame)
  }

  @Test("If the actions are equal, the first action with a different outcome is found")
  func outcome() throws {
    let actions: [Notebook.Action] = [.write("x"), .add(1), .add(1)]
    let first = try record("a.reprise", actions)
    let second = try record("b.reprise", actions, fault: .addsTwice)
    let difference = try SessionDifference(first, second)
    #expect(difference.hunks.isEmpty)
    #expect(difference.outcome?.first == 2)
    #expect(difference.outcome?.second == 2)
    #expect(difference.outcome?.hasOtherEffect == false)
    #expect(difference.outcome?.changes.count == 1)
  }
}
