package import ComposableArchitecture

/// A small app with every kind of step: draws, effects, rows and plain changes.
@Reducer
package struct Notebook {
  /// The state of the app.
  @Recordable
  package struct State: Equatable {
    /// The notes.
    package var notes: IdentifiedArrayOf<Note> = []
    /// The sum of all amounts.
    package var total = 0
    /// The numbers that were rolled.
    package var dice: [Int] = []
    /// Whether an amount is being loaded.
    package var isLoading = false

    /// Creates an empty notebook.
    package init() {}
  }

  /// A row of the state.
  @Recordable
  package struct Note: Equatable, Identifiable {
    /// The identity of the note.
    package let id: UUID
    /// What it says.
    package var text: String
    /// When it was written.
    package var date: Date

    /// Creates a note.
    package init(id: UUID, text: String, date: Date) {
      self.id = id
      self.text = text
      self.date = date
    }
  }

  /// Actions, one for each kind of step.
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

  /// What can be cancelled.
  package enum CancelID { case loading, other }

  /// How this build differs from the one that recorded.
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

  /// How this build differs.
  package var fault: Fault?

  /// Creates the reducer, with a fault or without.
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
