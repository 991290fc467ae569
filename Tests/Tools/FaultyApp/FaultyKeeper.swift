import AppShell
import ComposableArchitecture
import Foundation

/// An app that shares values through files and user defaults.
struct FaultyKeeper: ShellApp {
  @Recordable
  struct State: Equatable, Sendable {
    @Shared(.fileStorage(FaultyKeeper.file)) var count = 0
    @Shared(.appStorage("taps")) var taps = 0
    var opened = 0
  }

  @Recordable
  enum Action: Equatable, Sendable {
    /// Adds one to both shared values.
    case tap
    /// Adds one to a value in a separate file.
    case open(String)
    /// Adds one to a value in a separate suite of user defaults.
    case suite(String)
  }

  static let name = "Keeper"
  static let version = "1.0"
  static var initialState: State { State() }

  /// The file that `FAULTY_FILE` names. The prefix `documents:` stands for the documents folder.
  private static var file: URL {
    let path = ProcessInfo.processInfo.environment["FAULTY_FILE"] ?? "kept.json"
    guard path.hasPrefix("documents:") else { return URL(filePath: path) }
    return .documentsDirectory.appending(path: String(path.dropFirst("documents:".count)))
  }

  static var feature: Reduce<State, Action> {
    Reduce { state, action in
      switch action {
      case .tap:
        state.$count.withLock { $0 += 1 }
        state.$taps.withLock { $0 += 1 }
      case .open(let path):
        @Shared(.fileStorage(URL(filePath: path))) var other = 0
        $other.withLock { $0 += 1 }
        state.opened = other
      case .suite(let name):
        @Shared(.appStorage("opened", store: UserDefaults(suiteName: name))) var other = 0
        $other.withLock { $0 += 1 }
        state.opened = other
      }
      return .none
    }
  }

  static func screen(of state: State) -> String { "\(state.count) \(state.taps)" }
}
