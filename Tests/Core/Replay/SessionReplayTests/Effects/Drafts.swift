import ComposableArchitecture
import Foundation
import RecordCoding

/// A feature whose effects use shared values.
@Reducer
struct Drafts {
  @Recordable
  struct State: Equatable {
    @Shared(.appStorage("count")) var count = 0
    var log: [String] = []
  }

  @Recordable
  enum Action: Equatable {
    case add(Int)
    case addAfterWait(Int)
    case store([String])
    case list
    case reload
    case save
    case style
    case race
    case overtake
    case tell
    case follow
    case note
    case noted(String)
  }

  /// A change of a later version.
  enum Change: Sendable {
    case otherValue, forgotten, twice, beforeWait, otherKey, additionalSave
  }

  var change: Change?
  var pause: @Sendable () async -> Void = {}
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number): return add(number, to: state.$count)
      case .addAfterWait(let number): return addAfterWait(number, to: state.$count)
      case .store(let drafts): return store(drafts)
      case .list:
        return .run { send in
          @Shared(.fileStorage(Self.file)) var drafts: [String] = []
          await send(.noted(drafts.joined(separator: ", ")))
        }
      case .reload:
        return .run { [count = state.$count] send in
          try await count.load()
          await send(.noted("loaded \(count.wrappedValue)"))
        }
      case .save:
        return .run { [count = state.$count] send in
          try await count.save()
          if change == .additionalSave { try await count.save() }
          await send(.noted("saved"))
        }
      case .style:
        return .run { send in
          @Shared(.inMemory("style")) var style = Style.plain
          $style.withLock { $0 = .fancy }
          await send(.noted("fancy"))
        }
      case .race: return race(to: state.$count)
      case .overtake:
        return .merge(addAfterPause(to: state.$count), .run { send in await send(.tell) })
      case .tell:
        return .run { [count = state.count] send in await send(.noted("\(count)")) }
      case .follow:
        return .publisher { state.$count.publisher.map { .noted("now \($0)") } }
      case .note:
        state.log.append("count \(state.count)")
        return .none
      case .noted(let text):
        state.log.append(text)
        return .none
      }
    }
  }

  private func add(_ number: Int, to count: Shared<Int>) -> Effect<Action> {
    .run { send in
      if change != .forgotten {
        count.withLock { $0 += change == .otherValue ? number + 1 : number }
      }
      if change == .twice { count.withLock { $0 += 0 } }
      await send(.noted("\(count.wrappedValue)"))
    }
  }

  private func addAfterWait(_ number: Int, to count: Shared<Int>) -> Effect<Action> {
    .run { send in
      if change == .beforeWait { count.withLock { $0 += number } }
      try await clock.sleep(for: .milliseconds(10))
      if change != .beforeWait { count.withLock { $0 += number } }
      await send(.note)
    }
  }

  /// Adds numbers in turn, with a pause that is not recorded.
  private func race(to sum: Shared<Int>) -> Effect<Action> {
    .merge(
      .run { send in
        sum.withLock { $0 += 1 }
        await pause()
        sum.withLock { $0 += 1 }
        await send(.note)
      },
      .run { _ in sum.withLock { $0 += 10 } })
  }

  private func addAfterPause(to sum: Shared<Int>) -> Effect<Action> {
    .run { send in
      await pause()
      sum.withLock { $0 += 1 }
      await send(.note)
    }
  }

  private func store(_ drafts: [String]) -> Effect<Action> {
    .run { send in
      @Shared(.fileStorage(change == .otherKey ? Self.otherFile : Self.file)) var list: [String] =
        []
      $list.withLock { $0 += drafts }
      await send(.noted("\(list.count) drafts"))
    }
  }

  static let file = URL(filePath: "/drafts.json")
  private static let otherFile = URL(filePath: "/copies.json")
}

/// A value that is not recordable.
enum Style { case plain, fancy }
