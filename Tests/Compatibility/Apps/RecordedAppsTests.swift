import ComposableArchitecture
import Foundation
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
@Suite("Apps that are recorded and replayed")
struct RecordedAppsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func expectMatch(
    _ report: ReplayReport, atLeast count: UInt64,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(report.verdict.kind == .match, "\(report.verdict)", sourceLocation: sourceLocation)
    #expect(report.verifiedSteps >= count, sourceLocation: sourceLocation)
    #expect(report.verifiedSteps == report.stepCount, sourceLocation: sourceLocation)
  }

  @Test("Todos: bindings, rows, offsets and a timer")
  func todos() async throws {
    let report = try await replayOfRecording(
      of: Todos.State(), at: folder.file("todos.reprise")
    ) {
      Todos()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.continuousClock = ImmediateClock()
    } perform: { store in
      store.send(.addTodoButtonTapped)
      store.send(.addTodoButtonTapped)
      store.send(.todos(.element(id: UUID(0), action: .set(\.description, "Milk"))))
      await store.send(.todos(.element(id: UUID(1), action: .set(\.isComplete, true)))).finish()
      await store.send(.move([0], 2)).finish()
      store.filter = .completed
      store.send(.delete([0]))
      store.send(.clearCompletedButtonTapped)
      #expect(store.todos.map(\.description) == ["Milk"])
    }
    expectMatch(report, atLeast: 10)
  }

  @Test("Tic-Tac-Toe: a failed login, a second factor, and a game that the user leaves")
  func ticTacToe() async throws {
    let report = try await replayOfRecording(
      of: TicTacToe.State(), at: folder.file("game.reprise")
    ) {
      TicTacToe()
    } withDependencies: {
      $0.authenticationClient.login = { @Sendable email, _ in
        guard email == "2fa@pointfree.co" else { throw AuthenticationError.invalidUserPassword }
        return AuthenticationResponse(token: "deadbeef", twoFactorRequired: true)
      }
      $0.authenticationClient.twoFactor = { @Sendable code, _ in
        guard code == "1234" else { throw AuthenticationError.invalidTwoFactor }
        return AuthenticationResponse(token: "deadbeef", twoFactorRequired: false)
      }
    } perform: { store in
      store.send(.login(.view(.set(\.password, "bl0b"))))
      store.send(.login(.view(.set(\.email, "blob@pointfree.co"))))
      await store.send(.login(.view(.loginButtonTapped))).finish()
      #expect(store.withState { $0[case: \.login]?.alert } != nil)
      store.send(.login(.alert(.dismiss)))
      store.send(.login(.view(.set(\.email, "2fa@pointfree.co"))))
      await store.send(.login(.view(.loginButtonTapped))).finish()
      store.send(.login(.twoFactor(.presented(.view(.set(\.code, "1"))))))
      await store.send(.login(.twoFactor(.presented(.view(.submitButtonTapped))))).finish()
      store.send(.login(.twoFactor(.presented(.alert(.dismiss)))))
      store.send(.login(.twoFactor(.presented(.view(.set(\.code, "1234"))))))
      await store.send(.login(.twoFactor(.presented(.view(.submitButtonTapped))))).finish()
      store.send(.newGame(.set(\.xPlayerName, "Blob")))
      store.send(.newGame(.letsPlayButtonTapped))
      for (row, column) in [(0, 0), (2, 1), (1, 0), (1, 1), (2, 0)] {
        store.send(.newGame(.game(.presented(.cellTapped(row: row, column: column)))))
      }
      await store.send(.newGame(.game(.presented(.quitButtonTapped)))).finish()
      store.send(.newGame(.logoutButtonTapped))
      #expect(store.withState { $0 } == TicTacToe.State())
    }
    expectMatch(report, atLeast: 24)
  }

  @Test("SyncUps: a stack, destinations, alerts, dates and a meeting that is recorded")
  func syncUps() async throws {
    let data = try JSONEncoder().encode([SyncUp.mock])
    let report = try await replayOfRecording(
      of: SyncUpsApp.State(), at: folder.file("syncups.reprise")
    ) {
      SyncUpsApp()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
      $0.dataManager = .mock(initialData: data)
      $0.date = .constant(Date(timeIntervalSince1970: 1_234_567_890))
      $0.uuid = .incrementing
      $0.speechClient.authorizationStatus = { .authorized }
      $0.speechClient.startTask = { @Sendable in
        AsyncThrowingStream { continuation in
          continuation.yield(SpeechRecognitionResult(transcript: "I did it", isFinal: true))
          continuation.finish()
        }
      }
    } perform: { store in
      await store.send(.syncUpsList(.addSyncUpButtonTapped)).finish()
      await store.send(
        .syncUpsList(.destination(.presented(.add(.set(\.syncUp.title, "Product")))))
      ).finish()
      await store.send(.syncUpsList(.confirmAddSyncUpButtonTapped)).finish()
      await store.send(.syncUpTapped(id: SyncUp.mock.id)).finish()
      await store.send(.path(.element(id: 0, action: .detail(.editButtonTapped)))).finish()
      await store.send(
        .path(
          .element(
            id: 0,
            action: .detail(.destination(.presented(.edit(.set(\.syncUp.theme, .lavender)))))))
      ).finish()
      await store.send(.path(.element(id: 0, action: .detail(.doneEditingButtonTapped)))).finish()
      store.send(
        .path(.push(id: 1, state: .record(RecordMeeting.State(syncUp: .mock)))))
      await store.send(.path(.element(id: 1, action: .record(.onTask)))).finish()
      await store.send(.path(.element(id: 0, action: .detail(.deleteButtonTapped)))).finish()
      await store.send(
        .path(
          .element(
            id: 0, action: .detail(.destination(.presented(.alert(.confirmDeletion))))))
      ).finish()
      #expect(store.syncUpsList.syncUps.map(\.title) == ["Product"])
      #expect(store.path.isEmpty)
    }
    expectMatch(report, atLeast: 20)
  }

  @Test("Voice memos: errors of any type, rows with computed identities, and a presented feature")
  func voiceMemos() async throws {
    struct Broken: Error {}
    let report = try await replayOfRecording(
      of: VoiceMemos.State(), at: folder.file("memos.reprise"),
      recording: [
        RecordedDependency("temporaryDirectory", \.temporaryDirectory, reads: URL.self) {
          directory, read in { read { directory() } }
        }
      ]
    ) {
      VoiceMemos()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
      $0.date = .constant(Date(timeIntervalSinceReferenceDate: 0))
      $0.uuid = .incrementing
      $0.temporaryDirectory = { URL(fileURLWithPath: "/tmp") }
      $0.audioRecorder.requestRecordPermission = { true }
      $0.audioPlayer.play = { @Sendable _ in throw Broken() }
    } perform: { store in
      await store.send(.recordButtonTapped).finish()
      store.send(.recordingMemo(.presented(.timerUpdated)))
      store.send(.recordingMemo(.presented(.finalRecordingTime(1.5))))
      await store.send(
        .recordingMemo(.presented(.audioRecorderDidFinish(.success(true))))
      ).finish()
      let id = store.voiceMemos[0].id
      store.send(.voiceMemos(.element(id: id, action: .titleTextFieldChanged("Song"))))
      store.send(.voiceMemos(.element(id: id, action: .timerUpdated(1))))
      await store.send(
        .voiceMemos(.element(id: id, action: .audioPlayerClient(.failure(Broken()))))
      ).finish()
      #expect(store.alert != nil)
      store.send(.alert(.dismiss))
      store.send(.recordButtonTapped)
      await store.send(
        .recordingMemo(.presented(.audioRecorderDidFinish(.failure(Broken()))))
      ).finish()
      store.send(.alert(.dismiss))
      store.send(.onDelete([0]))
    }
    expectMatch(report, atLeast: 14)
  }

  @Test("A reading list: entries, shared settings, old and new destinations, a stack in a stack")
  func reading() async throws {
    let report = try await replayOfRecording(
      of: ReadingApp.State(), at: folder.file("reading.reprise")
    ) {
      ReadingApp()
    } withDependencies: {
      $0.maximumGoal = 100
      $0.bookCatalog.titles = { @Sendable in ["\($0) 1", "\($0) 2"] }
    } perform: { store in
      store.send(.view(.settingsButtonTapped))
      let settings = store.path.ids[0]
      store.send(.path(.element(id: settings, action: .settings(.view(.goalChanged(2))))))
      store.send(.path(.element(id: settings, action: .settings(.view(.resetButtonTapped)))))
      store.send(.path(.element(id: settings, action: .settings(.alert(.dismiss)))))
      store.send(.path(.popFrom(id: settings)))
      store.send(.view(.shelfTapped("Fiction")))
      let shelf = store.path.ids[0]
      func send(_ action: ShelfFeature.Action) async {
        await store.send(.path(.element(id: shelf, action: .shelf(action)))).finish()
      }
      await send(.view(.task))
      await send(.view(.addButtonTapped))
      await send(.destination(.presented(.adding(.set(\.title, "Emma")))))
      await send(.destination(.presented(.adding(.saveButtonTapped))))
      await send(.view(.bookTapped("Emma")))
      guard let book = store.path[id: shelf, case: \.shelf]?.path.ids.first else {
        Issue.record("a book is open")
        return
      }
      await send(.path(.element(id: book, action: .pageTurned)))
      await send(.path(.element(id: book, action: .pageTurned)))
      #expect(store.path[id: shelf, case: \.shelf]?.path[id: book]?.isGoalReached == true)
      await send(.path(.element(id: book, action: .closeButtonTapped)))
      #expect(store.path[id: shelf, case: \.shelf]?.titles == ["Fiction 1", "Fiction 2", "Emma"])
      #expect(store.pagesRead == 2)
    }
    expectMatch(report, atLeast: 19)
  }
}
