import AppShell
import ComposableArchitecture
import Foundation
import Undo

/// An app whose log can claim a large amount of data for states and actions in a few bytes.
struct HostileApp: ShellApp {
  @Recordable
  struct Unit: Equatable {}

  @Recordable
  struct Row: Equatable, Identifiable {
    let id: Int
  }

  @Recordable
  indirect enum Tree: Equatable {
    case leaf
    case node(Tree)
  }

  /// A structure that is large in an array, but takes only a byte in a log.
  @Recordable
  struct Wide: Equatable {
    var x = 0
    var y = 0
    var width = 0
    var height = 0
  }

  struct Table: Equatable, CodableRecordable {
    var rows: [[Int]] = []
  }

  @Recordable
  enum Edit: UndoableEdit {
    case count(Int)

    static func edit(by action: Action, in state: State) -> Self? { nil }
    mutating func exchange(with state: inout State) {}
  }

  @Recordable
  struct State: Equatable {
    var units: [Unit] = []
    var flags: [Bool] = []
    var numbers: [Int] = []
    var choices: [Int?] = []
    var lists: [[Unit]] = []
    var texts: [String] = []
    var wide: [Wide?] = []
    var data = Data()
    var note = ""
    var table = Table()
    var tags: Set<Int> = []
    var scores: [Int: Unit] = [:]
    var rows: IdentifiedArrayOf<Row> = []
    var tree = Tree.leaf
    var depth: Int???? = .none
    var history = UndoHistory<Edit>()
  }

  @Recordable
  enum Action: Equatable {
    case pass
    case toggle(Int)
    case flags([Bool])
    case units([Unit])
    case note(String)
    case draw
  }

  static let name = "Hostile"
  static let version = "1"
  static var initialState: State { State() }

  static var feature: Reduce<State, Action> {
    Reduce { state, action in
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      switch action {
      case .toggle(let place) where state.flags.indices.contains(place): state.flags[place].toggle()
      case .draw: _ = withRandomNumberGenerator { $0.next() }
      default: break
      }
      return .none
    }
  }

  static func screen(of state: State) -> String { "" }
}
