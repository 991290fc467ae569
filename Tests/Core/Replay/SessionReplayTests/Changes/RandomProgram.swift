import ComposableArchitecture
import DependencyInjection
import RecordCoding

@Recordable
enum ProgramAction: Equatable {
  case run(Int)
  case echo(Int)
}

/// The behavior of a reducer for each of its actions, drawn from a seed.
struct RandomProgram: Equatable, Sendable {
  struct Part: Equatable {
    var seeds: [UInt64]
    var effect: Outcome
  }

  enum Outcome: Equatable {
    case none
    case send(Int)
    case merge(Int, Int)
    case concatenate(Int, Int)
    case cancel(Int, isOfOtherType: Bool)
  }

  enum CancelID: Hashable { case first, second }
  enum OtherID: Hashable { case first, second }

  private var runs: [Part] = []
  private var echoes: [Part] = []

  var runCount: Int { runs.count }

  init(_ random: inout SeededGenerator) {
    runs = (0..<4).map { _ in
      Part(seeds: Self.seeds(&random), effect: Self.outcome(&random))
    }
    // Actions from effects have no effects, so every session ends.
    echoes = (0..<3).map { _ in Part(seeds: Self.seeds(&random), effect: .none) }
  }

  private static func seeds(_ random: inout SeededGenerator) -> [UInt64] {
    (0..<random.below(4)).map { _ in random.next() }
  }

  private static func outcome(_ random: inout SeededGenerator) -> Outcome {
    switch random.below(8) {
    case 0: .send(random.below(3))
    case 1: .merge(random.below(3), random.below(3))
    case 2: .concatenate(random.below(3), random.below(3))
    case 3: .cancel(random.below(2), isOfOtherType: false)
    default: .none
    }
  }

  mutating func mutate(_ random: inout SeededGenerator) {
    for index in runs.indices where random.below(4) == 0 {
      guard case .cancel(let id, false) = runs[index].effect else { continue }
      runs[index].effect = .cancel(id, isOfOtherType: true)
      return
    }
    if random.below(3) == 0 {
      Self.mutate(&echoes[random.below(echoes.count)], &random)
    } else if random.below(4) == 0 {
      runs[random.below(runs.count)].effect = Self.outcome(&random)
    } else {
      Self.mutate(&runs[random.below(runs.count)], &random)
    }
  }

  private static func mutate(_ part: inout Part, _ random: inout SeededGenerator) {
    guard !part.seeds.isEmpty, random.below(4) > 0 else { return part.seeds.append(random.next()) }
    let index = random.below(part.seeds.count)
    switch random.below(3) {
    case 0: part.seeds.remove(at: index)
    case 1: part.seeds.swapAt(0, index)
    default: part.seeds[index] = random.next()
    }
  }

  subscript(action: ProgramAction) -> Part {
    switch action {
    case .run(let index): runs[index]
    case .echo(let index): echoes[index]
    }
  }

  /// Applies the changes for an action to a state.
  func change(_ state: inout some RandomValue, _ action: ProgramAction) {
    for seed in self[action].seeds {
      var random = SeededGenerator(seed: seed)
      state.change(&random)
    }
  }

  func effect(of action: ProgramAction) -> Effect<ProgramAction> {
    switch self[action].effect {
    case .none: .none
    case .send(let echo): .send(.echo(echo))
    case .merge(let one, let other): .merge(.send(.echo(one)), .send(.echo(other)))
    case .concatenate(let one, let other): .concatenate(.send(.echo(one)), .send(.echo(other)))
    case .cancel(let id, false): .cancel(id: id == 0 ? CancelID.first : .second)
    case .cancel(let id, true): .cancel(id: id == 0 ? OtherID.first : .second)
    }
  }
}
