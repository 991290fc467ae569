package import ComposableArchitecture

/// A small app with every kind of step: dependency reads, effects, rows and plain changes.
@Reducer
package struct Notebook {
  @Recordable
  package struct State: Equatable {
    package var notes: IdentifiedArrayOf<Note> = []
    /// The sum of all amounts.
    package var total = 0
    package var dice: [Int] = []
    /// Whether an amount is being loaded.
    package var isLoading = false

    package init() {}
  }

  @Recordable
  package struct Note: Equatable, Identifiable {
    package let id: UUID
    package var text: String
    package var date: Date

    package init(id: UUID, text: String, date: Date) {
      self.id = id
      self.text = text
      self.date = date
    }
  }

  /// The actions, one for each kind of step.
  @Recordable
  package enum Action: Equatable {
    case add(Int)
    case write(String)
    case edit(UUID, String)
    case roll
    case load
    case loaded(Int)
    case cancel
  }

  package enum CancelID { case loading, other }

  /// A difference of this build from the build that recorded.
  package enum Fault: Sendable {
    case addsTwice
    case editsTwice
    case effectIsLost
    case effectIsDoubled
    case effectHasOtherIdentity
    case drawsOnceMore
    case drawsOnceLess
    case drawsOther
  }

  package var fault: Fault?

  package init(fault: Fault? = nil) {
    self.fault = fault
  }

  @Dependency(\.uuid) var uuid
  @Dependency(\.date) var date
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let amount):
        state.total += fault == .addsTwice ? 2 * amount : amount
        return .none
      case .write(let text):
        state.notes.append(newNote(text))
        return .none
      case .edit(let id, let text):
        state.notes[id: id]?.text = fault == .editsTwice ? text + text : text
        return .none
      case .roll:
        state.dice.append(withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) })
        return .none
      case .load:
        state.isLoading = true
        return loading
      case .loaded(let amount):
        state.isLoading = false
        state.total += amount
        return .none
      case .cancel:
        return .cancel(id: CancelID.loading)
      }
    }
  }

  private func newNote(_ text: String) -> Note {
    switch fault {
    case .drawsOnceMore:
      _ = uuid()
      return Note(id: uuid(), text: text, date: date.now)
    case .drawsOnceLess:
      return Note(id: uuid(), text: text, date: Date(timeIntervalSinceReferenceDate: 7))
    case .drawsOther:
      let date = date.now
      return Note(id: uuid(), text: text, date: date)
    default:
      return Note(id: uuid(), text: text, date: date.now)
    }
  }

  private var loading: Effect<Action> {
    let run = Effect<Action>.run { await $0(.loaded(40)) }
    return switch fault {
    case .effectIsLost: .none
    case .effectIsDoubled: .merge(run, run).cancellable(id: CancelID.loading)
    case .effectHasOtherIdentity: run.cancellable(id: CancelID.other)
    default: run.cancellable(id: CancelID.loading)
    }
  }
}
