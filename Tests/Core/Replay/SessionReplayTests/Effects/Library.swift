import ComposableArchitecture
import DependencyInjection
import Foundation

/// An app with effects of every kind.
@Reducer
struct Library {
  @Recordable
  struct State: Equatable {
    var numbers: [Int] = []
    var texts: [String] = []
    var shelves: IdentifiedArrayOf<Shelf.State> = []
    var detail: Shelf.State?
  }

  @Recordable
  enum Action: Equatable {
    /// A call and an action.
    case find(Int)
    /// Two calls in order, with one retry and an error branch.
    case copy(String)
    case lend(Int)
    /// A call whose errors are caught by their types.
    case visit(String)
    /// Synchronous calls after an action.
    case measure(String)
    /// A stream that is consumed to its end.
    case watch(Int)
    /// A stream whose elements are only counted.
    case tally(Int)
    /// A stream that is left early.
    case peek(Int)
    case read(String)
    /// A debounced call.
    case search(String)
    case borrow(String)
    case giveBack
    /// Concurrent calls.
    case both(Int, Int)
    /// Concurrent calls that never wait, and their actions.
    case race(Int)
    /// A call of a child task, and a call of the effect's own task that may start much later.
    case late(Int, Int)
    /// Calls in order, each followed by an action.
    case each(Int, Int)
    case merged(Int, Int)
    case inTurn(Int, Int)
    case coverInTurn(String, Int)
    /// A timer that is canceled.
    case tick
    /// A race of a call and a sleep. The first one cancels the other.
    case loadInTime(String)
    case stamp
    case keep(String)
    case restore
    case cover(String)
    /// Calls on a queue or thread of its own.
    case elsewhere(String)
    case thread(String)
    /// A call of a client without recorded endpoints.
    case guess(Int)
    case number(Int)
    case text(String)
    case failed(String)
    case addShelf(Int)
    case removeShelf(Int)
    case shelves(IdentifiedActionOf<Shelf>)
    case show(Int)
    case hide
    case detail(Shelf.Action)
  }

  enum CancelID { case search, borrow }

  var change: Change?
  /// A wait that is not recorded, as if the system ran other threads first.
  var stall: Gate?

  @Dependency(\.library) var library

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .number(let number): state.numbers.append(number)
      case .text(let text): state.texts.append(text)
      case .failed(let text): state.texts.append("failed: \(text)")
      case .addShelf(let id): state.shelves.append(Shelf.State(id: id))
      case .removeShelf(let id): state.shelves.remove(id: id)
      case .show(let id): state.detail = Shelf.State(id: id)
      case .hide: state.detail = nil
      case .shelves, .detail: break
      case .giveBack: return .cancel(id: CancelID.borrow)
      default: return effect(of: action)
      }
      return .none
    }
    .forEach(\.shelves, action: \.shelves) { Shelf() }
    .ifLet(\.detail, action: \.detail) { Shelf() }
  }

  private func effect(of action: Action) -> Effect<Action> {
    let effects = LibraryEffects(change: change, library: library, stall: stall)
    let run = Effect<Action>.run { send in await effects.perform(action, send) }
    switch action {
    case .search:
      return run.cancellable(id: CancelID.search, cancelInFlight: change != .keepsInFlight)
    case .tick: return run.cancellable(id: CancelID.borrow)
    case .borrow:
      return change == .droppedCancellable ? run : run.cancellable(id: CancelID.borrow)
    case .merged(let one, let other):
      return .merge(find(one), find(change == .otherSecond ? other + 1 : other))
    case .coverInTurn(let name, let number):
      return .concatenate(
        .run { [library] _ in _ = await library.cover(name) }, find(number))
    case .inTurn(let one, let other):
      return change == .merged
        ? .merge(find(one), find(other)) : .concatenate(find(one), find(other))
    default: return run
    }
  }

  private func find(_ number: Int) -> Effect<Action> {
    .run { [library] send in await send(.number(library.find(number))) }
  }
}

/// A child with an effect, which is canceled when the child is removed.
@Reducer
struct Shelf {
  @Recordable
  struct State: Equatable, Identifiable {
    let id: Int
    var text = ""
  }

  @Recordable
  enum Action: Equatable {
    case load
    case loaded(String)
  }

  @Dependency(\.library) var library

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .load:
        return .run { [id = state.id, library] send in
          try await send(.loaded(library.load(name: "shelf \(id)")))
        } catch: { error, send in
          await send(.loaded("failed"))
        }
      case .loaded(let text):
        state.text = text
        return .none
      }
    }
  }
}
