import ComposableArchitecture
import Foundation
import SessionTestSupport
import Testing

@Suite("Drawn actions of whole apps")
struct DrawnActionsTests {
  private func session<App: Reducer>(
    of app: App, from state: @autoclosure () -> App.State, seed: UInt64,
    excluding paths: Set<String> = []
  ) throws -> DrawnSession<App> where App.State: Recordable, App.Action: Recordable {
    try withDependencies {
      $0.uuid = .incrementing
      $0.date.now = Date(timeIntervalSinceReferenceDate: 0)
      $0.continuousClock = ImmediateClock()
      $0.dataManager.load = { _ in Data() }
      $0.speechClient.authorizationStatus = { seed == 1 ? .denied : .authorized }
    } operation: {
      try DrawnSession(of: app, from: state(), count: 2000, seed: seed, excluding: paths)
    }
  }

  // The indices of both actions refer to the filtered list, which the state does not contain.
  @Test("Random actions of Todos address only existing rows", arguments: 1...3)
  func todos(seed: UInt64) throws {
    let session = try session(
      of: Todos(), from: Todos.State(), seed: seed, excluding: ["delete", "move"])
    #expect(session.issues == [])
    #expect(session.missingPaths == [])
    let unfiltered = try self.session(
      of: Todos(), from: Todos.State(), seed: seed,
      excluding: ["binding.filter.active", "binding.filter.completed"])
    #expect(unfiltered.issues == [])
    #expect(unfiltered.paths.isSuperset(of: ["delete", "move"]))
  }

  @Test("Random actions of SyncUps address only existing rows and features")
  func syncUps() throws {
    var paths: Set<String> = []
    var missingPaths: Set<String>?
    for seed in 1...5 as ClosedRange<UInt64> {
      let session = try session(
        of: SyncUpsApp(), from: SyncUpsApp.State(), seed: seed,
        // Only an effect sends this action, and only from the last of two screens.
        excluding: ["path[…].record.delegate.save"])
      #expect(session.actions.count == 2000)
      #expect(session.issues == [])
      paths.formUnion(session.paths)
      missingPaths = (missingPaths ?? session.missingPaths).intersection(session.missingPaths)
    }
    #expect(missingPaths == [])
    #expect(paths.contains("path[…].detail.destination.presented.edit.binding.syncUp_title"))
  }

  @Test("Random actions of TicTacToe address only the current case", arguments: 1...3)
  func ticTacToe(seed: UInt64) throws {
    let session = try session(
      of: TicTacToe(), from: TicTacToe.State(), seed: seed,
      // The row and column of the action are not checked.
      excluding: ["newGame.game.presented.cellTapped"])
    #expect(session.actions.count == 2000)
    #expect(session.issues == [])
  }
}
