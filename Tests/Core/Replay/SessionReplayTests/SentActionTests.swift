import ComposableArchitecture
import Foundation
import RecordCoding
import SessionDocument
import SessionRecording
import SessionReplay
import SessionReports
import SessionTestSupport
import TestSupport
import Testing

/// A small app whose effects send actions back.
@Reducer
struct Outbox {
  @Recordable
  struct State: Equatable {
    var log: [String] = []
  }

  @Recordable
  enum Action: Equatable {
    case save(Int)
    case saveAll
    case saveLater
    case saveAndCancel
    case saved(Int)
    case failed(Int)
    case greet(String)
    case greeted(String)
  }

  enum Fault: Sendable, CaseIterable {
    case otherCase, otherValue, otherOrder, afterWork, cancelled, silent
  }

  var fault: Fault?

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .save where fault == .silent: return .none
      case .save(let number):
        let number = fault == .otherValue ? number + 1 : number
        return .send(fault == .otherCase ? .failed(number) : .saved(number))
      case .saveAll:
        let both: [Effect<Action>] = [.send(.saved(1)), .send(.saved(2))]
        return .merge(fault == .otherOrder ? both.reversed() : both)
      case .saveLater:
        return .concatenate(
          .run { send in await send(.saved(3)) },
          .send(fault == .afterWork ? .saved(5) : .saved(4)))
      case .saveAndCancel:
        return .concatenate(
          .run { _ in try await Task.never() },
          .send(fault == .cancelled ? .saved(7) : .saved(6)))
      case .greet(let name):
        return .send(.greeted(fault == .otherValue ? name + "!" : name))
      case .saved, .failed, .greeted: return .none
      }
    }
  }
}

/// A small app with a secret whose effects send actions back.
@Reducer
struct SecretOutbox {
  @Recordable
  struct State: Equatable {
    var outbox = Outbox.State()
    @Redacted var password = ""
  }

  @Recordable
  enum Action: Equatable {
    case outbox(Outbox.Action)
    case signIn(String)
    case typed(String)
  }

  var fault: Outbox.Fault?

  var body: some ReducerOf<Self> {
    Scope(state: \.outbox, action: \.outbox) { Outbox(fault: fault) }
    Reduce { state, action in
      switch action {
      case .outbox: return .none
      case .signIn(let password): return .send(.typed(password))
      case .typed(let password):
        state.password = password
        return .none
      }
    }
  }
}

@MainActor
@Suite("Replays of actions that effects send")
struct SentActionTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("outbox.reprise")
  }

  private func record<Feature: Reducer>(
    _ feature: Feature, _ state: Feature.State, _ actions: [Feature.Action]
  ) throws where Feature.State: Recordable, Feature.Action: Recordable {
    let recorder = try SessionRecorder<Feature.State, Feature.Action>(
      path: path, app: Session.identity, initialState: state, recorded: "",
      onFailure: { Issue.record("\($0)") })
    let store = Store(initialState: state, reducer: { feature }, observer: recorder)
    for action in actions { store.send(action) }
    _ = try recorder.finish()
  }

  private func difference(with fault: Outbox.Fault?) -> Divergence? {
    SessionReplayer(
      ReplayedApp(identity: Session.identity) { Outbox(fault: fault).assemble() }
    ).replay(path: path).verdict.divergence
  }

  private func differenceWithSecrets(_ fault: Outbox.Fault?) -> Divergence? {
    SessionReplayer(
      ReplayedApp(identity: Session.identity) { SecretOutbox(fault: fault).assemble() }
    ).replay(path: path).verdict.divergence
  }

  @Test("An effect that sends the recorded action matches")
  func same() throws {
    try record(
      Outbox(), .init(), [.save(1), .saveAll, .saveLater, .saveAndCancel, .greet("Ada")])
    #expect(difference(with: nil) == nil)
  }

  @Test(
    "An effect that sends a different action diverges, even if the state is the same",
    arguments: Outbox.Fault.allCases)
  func other(fault: Outbox.Fault) throws {
    try record(Outbox(), .init(), [.save(1), .saveAll, .saveLater, .saveAndCancel])
    let divergence = try #require(difference(with: fault))
    let (step, expected, actual): (UInt64, String, String) =
      switch fault {
      case .otherCase: (1, "send(saved(1))", "send(failed(1))")
      case .otherValue: (1, "send(saved(1))", "send(saved(2))")
      case .silent: (1, "send(saved(1))", "none")
      case .otherOrder:
        (3, "merge(send(saved(1)), send(saved(2)))", "merge(send(saved(2)), send(saved(1)))")
      case .afterWork:
        (6, "concatenate(run, send(saved(4)))", "concatenate(run, send(saved(5)))")
      case .cancelled:
        (9, "concatenate(run, send(saved(6)))", "concatenate(run, send(saved(7)))")
      }
    #expect(divergence.step == step)
    #expect(divergence.kind == .effect(expected: expected, actual: actual))
  }

  @Test("An app with secrets logs the case of a sent string, but not the string")
  func secrets() throws {
    try record(
      SecretOutbox(), .init(),
      [.signIn("correct horse"), .outbox(.save(1)), .outbox(.greet("Ada"))])
    var cursor = try SessionCursor(try SessionReader(path: path))
    #expect(try cursor.next()?.effect == .send(.name("typed")))
    #expect(differenceWithSecrets(nil) == nil)
    let otherCase = try #require(differenceWithSecrets(.otherCase))
    #expect(otherCase.step == 3)
    #expect(
      otherCase.kind
        == .effect(expected: "send(outbox.saved(1))", actual: "send(outbox.failed(1))"))
    #expect(differenceWithSecrets(.otherValue)?.step == 3)
  }

  @Test("In an app with secrets, a different sent string is a difference where it is received")
  func receivedText() throws {
    try record(SecretOutbox(), .init(), [.outbox(.greet("Ada"))])
    let divergence = try #require(differenceWithSecrets(.otherValue))
    #expect(divergence.step == 2)
    #expect(divergence.kind == .sender(startedBy: 1, effect: "send(outbox.greeted)"))
  }

  @Test(
    "A log is updated only if the effects still send its actions; otherwise it stays, byte by byte",
    arguments: Outbox.Fault.allCases)
  func update(with fault: Outbox.Fault) throws {
    try record(Outbox(), .init(), [.save(1), .saveAll, .saveLater, .saveAndCancel])
    let before = FileManager.default.contents(atPath: path)
    let replayer = SessionReplayer(
      ReplayedApp(identity: Session.identity) { Outbox(fault: fault).assemble() })
    let outcome = replayer.update(path: path).outcome
    switch fault {
    case .otherCase, .otherValue, .otherOrder, .silent:
      guard case .refused(.diverged(let divergence)) = outcome, case .sender = divergence.kind
      else {
        Issue.record("\(outcome)")
        return
      }
      #expect(FileManager.default.contents(atPath: path) == before)
    case .afterWork, .cancelled:
      #expect(outcome.name == "updated")
      #expect(replayer.replay(path: path).verdict.name == "match")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["outbox.reprise"])
  }
}
