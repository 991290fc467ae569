package import ComposableArchitecture
import DependencyInjection
import RecordCoding

/// The old form of an app whose current form is `Meter`.
@Reducer
package struct OldMeter {
  @Recordable
  package struct State: Equatable {
    package var number = 0
    package var tapCount = 0
    package var items: [String] = []
    package var lastID: UUID?
    package var mode = Mode.plain

    package init() {}
  }

  @Recordable package enum Mode: Equatable { case plain, fancy }

  @Recordable
  package enum Action: Equatable {
    case increment
    case add(String)
    case obsolete
    case decorate
    case load
    case loaded(Int32)
  }

  @Dependency(\.uuid) var uuid

  package init() {}

  package var body: some ReducerOf<Self> {
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
package struct Meter {
  @Recordable
  package struct State: Equatable {
    @RecordedAs("items", converting: { (old: [String]) in old.map { Item(text: $0) } })
    package var items: [Item] = []
    @RecordedAs("number", converting: { (old: Int) in Double(old) })
    package var level = 0.0
    package var lastID: UUID?
    package var history: [Double] = []
    package var mode = Mode.plain
  }

  @Recordable package struct Item: Equatable {
    package var text: String
    package var isDone = false
  }

  @Recordable package enum Mode: Equatable { case plain }

  @Recordable
  package enum Action: Equatable {
    case loaded(Int)
    case load
    case add(String, urgent: Bool = false)
    @RecordedAs("increment") case up
  }

  private let step: Double
  private let asksTwice: Bool

  @Dependency(\.uuid) var uuid

  package init(step: Double = 1, asksTwice: Bool = false) {
    self.step = step
    self.asksTwice = asksTwice
  }

  package var body: some ReducerOf<Self> {
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
