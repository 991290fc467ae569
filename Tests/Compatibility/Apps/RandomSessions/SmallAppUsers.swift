import ComposableArchitecture
import DependencyInjection
import Foundation
import TestSupport

struct TodosUser: RandomUser {
  let name = "Todos"
  var app: Todos { Todos() }
  var state: Todos.State { Todos.State() }

  func prepare(_ values: inout DependencyValues, for world: RandomWorld) {}

  func action(in state: Todos.State, _ generator: inout SeededGenerator) -> Todos.Action {
    let count = state.filteredTodos.count
    guard count > 0, let id = generator.any(of: state.todos.ids) else {
      return generator.below(3) == 0
        ? .set(\.filter, generator.pick(TodoFilter.allCases)) : .addTodoButtonTapped
    }
    return generator.pick([
      .addTodoButtonTapped, .clearCompletedButtonTapped, .delete([generator.below(count)]),
      .todos(.element(id: id, action: .set(\.isComplete, generator.below(2) == 0))),
      .todos(.element(id: id, action: .set(\.isComplete, true))),
      .todos(.element(id: id, action: .set(\.description, "Milk"))),
      .move([generator.below(count)], generator.below(count + 1)),
      .move([generator.below(count)], count),
      .set(\.filter, generator.pick(TodoFilter.allCases)),
    ])
  }
}

struct TicTacToeUser: RandomUser {
  let name = "TicTacToe"
  var app: TicTacToe { TicTacToe() }
  var state: TicTacToe.State { TicTacToe.State() }

  func prepare(_ values: inout DependencyValues, for world: RandomWorld) {
    values.authenticationClient.login = { @Sendable email, _ in
      try await world.wait()
      guard world.below(4) > 0 else { throw AuthenticationError.invalidUserPassword }
      return AuthenticationResponse(token: "token", twoFactorRequired: email.hasPrefix("2"))
    }
    values.authenticationClient.twoFactor = { @Sendable _, _ in
      try await world.wait()
      guard world.below(3) > 0 else { throw AuthenticationError.invalidTwoFactor }
      return AuthenticationResponse(token: "token", twoFactorRequired: false)
    }
  }

  func action(in state: TicTacToe.State, _ generator: inout SeededGenerator) -> TicTacToe.Action {
    switch state {
    case .login(let login):
      if login.alert != nil, generator.below(2) == 0 { return .login(.alert(.dismiss)) }
      if let twoFactor = login.twoFactor {
        if twoFactor.alert != nil { return .login(.twoFactor(.presented(.alert(.dismiss)))) }
        return generator.pick([
          .login(.twoFactor(.presented(.view(.submitButtonTapped)))),
          .login(.twoFactor(.presented(.view(.set(\.code, "1234"))))), .login(.twoFactor(.dismiss)),
        ])
      }
      return generator.pick([
        .login(.view(.loginButtonTapped)), .login(.view(.loginButtonTapped)),
        .login(.view(.set(\.email, generator.pick(["2fa@pointfree.co", "blob@pointfree.co"])))),
      ])
    case .newGame(let newGame):
      guard newGame.game != nil else {
        return generator.pick([.newGame(.letsPlayButtonTapped), .newGame(.logoutButtonTapped)])
      }
      return generator.pick([
        .newGame(
          .game(
            .presented(.cellTapped(row: generator.below(3), column: generator.below(3))))),
        .newGame(.game(.presented(.quitButtonTapped))), .newGame(.logoutButtonTapped),
      ])
    }
  }
}

struct ReadingUser: RandomUser {
  let name = "Reading"
  var app: ReadingApp { ReadingApp() }
  var state: ReadingApp.State { ReadingApp.State() }

  func prepare(_ values: inout DependencyValues, for world: RandomWorld) {
    values.maximumGoal = 100
    values.bookCatalog.titles = { @Sendable in try await world.answer(["\($0) 1", "\($0) 2"]) }
  }

  func action(in state: ReadingApp.State, _ generator: inout SeededGenerator) -> ReadingApp.Action {
    guard let id = generator.any(of: state.path.ids), generator.below(5) > 0 else {
      return generator.pick([
        .view(.settingsButtonTapped), .view(.shelfTapped("Fiction")),
        .view(.shelfTapped("History")),
      ])
    }
    guard generator.below(8) > 0, case .shelf(let shelf)? = state.path[id: id] else {
      return .path(.popFrom(id: id))
    }
    return .path(.element(id: id, action: .shelf(action(on: shelf, &generator))))
  }

  private func action(
    on shelf: ShelfFeature.State, _ generator: inout SeededGenerator
  ) -> ShelfFeature.Action {
    if shelf.sheet != nil, generator.below(2) == 0 {
      return .sheet(.presented(.alert(.retryTapped)))
    }
    if let id = generator.any(of: shelf.path.ids), generator.below(2) == 0 {
      return .path(
        .element(id: id, action: generator.pick([.pageTurned, .closeButtonTapped])))
    }
    if shelf.destination != nil {
      return generator.pick([
        .destination(.presented(.adding(.set(\.title, "Emma")))),
        .destination(.presented(.adding(.saveButtonTapped))), .destination(.dismiss),
      ])
    }
    return generator.pick([
      .view(.task), .view(.task), .view(.addButtonTapped), .view(.bookTapped("Emma")),
    ])
  }
}
