import ComposableArchitecture
import DependencyInjection
import Foundation
import RecordCoding
import SessionReplay

/// The old form of an app whose current form is `Meter`.
@Reducer
struct OldMeter {
  @Recordable
  struct State: Equatable {
    var number = 0
    var tapCount = 0
    var items: [String] = []
    var lastID: UUID?
    var mode = Mode.plain
  }

  @Recordable enum Mode: Equatable { case plain, fancy }

  @Recordable
  enum Action: Equatable {
    case increment
    case add(String)
    case obsolete
    case decorate
    case load
    case loaded(Int32)
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.tapCount += 1
      switch action {
      case .increment: state.number += 1
      case .add(let text):
        state.items.append(text)
        state.lastID = uuid()
      case .obsolete: break
      case .decorate: state.mode = .fancy
      case .load: return .run { await $0(.loaded(5)) }
      case .loaded(let number): state.number += Int(number)
      }
      return .none
    }
  }
}

/// The current form, in which fields and cases were added, removed, renamed, moved and converted.
@Reducer
struct Meter {
  @Recordable
  struct State: Equatable {
    @RecordedAs("items", converting: { (old: [String]) in old.map { Item(text: $0) } })
    var items: [Item] = []
    @RecordedAs("number", converting: { (old: Int) in Double(old) }) var level = 0.0
    var lastID: UUID?
    var history: [Double] = []
    var mode = Mode.plain
  }

  @Recordable struct Item: Equatable {
    var text: String
    var isDone = false
  }

  @Recordable enum Mode: Equatable { case plain }

  @Recordable
  enum Action: Equatable {
    case loaded(Int)
    case load
    case add(String, urgent: Bool = false)
    @RecordedAs("increment") case up
  }

  var step = 1.0
  var asksTwice = false

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .up: state.level += step
      case .add(let text, let isUrgent):
        state.items.append(Item(text: text, isDone: isUrgent))
        state.lastID = uuid()
        if asksTwice { _ = uuid() }
      case .load: return .run { await $0(.loaded(5)) }
      case .loaded(let number): state.level += Double(number)
      }
      state.history.append(state.level)
      return .none
    }
  }
}
