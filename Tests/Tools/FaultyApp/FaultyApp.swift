import AppShell
import ComposableArchitecture
import Foundation

/// An app that fails in ways in which the terminal must be given back all the same.
@main
struct FaultyApp: ShellApp {
  @Recordable
  struct State: Equatable, Sendable {
    var depth = 0
  }

  @Recordable
  enum Action: Equatable, Sendable {
    /// Calls itself until the stack overflows.
    case recurse
    /// Ends the process without a word to the shell.
    case leave
  }

  static let name = "Faulty"
  static let version = "1.0"
  static var initialState: State { State() }

  static var feature: Reduce<State, Action> {
    Reduce { state, action in
      switch action {
      case .recurse: state.depth = deepened(state.depth)
      case .leave: Foundation.exit(3)
      }
      return .none
    }
  }

  /// The next call comes first, so that none can be left out.
  private static func deepened(_ depth: Int) -> Int {
    let next = depth < .max ? deepened(depth + 1) : depth
    return next ^ depth
  }

  static func screen(of state: State) -> String { "depth \(state.depth)" }
}
