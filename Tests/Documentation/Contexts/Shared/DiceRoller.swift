import ComposableArchitecture

struct DiceRoller: Sendable {
  var roll: @Sendable () -> Int
}

extension DiceRoller: DependencyKey {
  static var liveValue: DiceRoller { DiceRoller { Int.random(in: 1...6) } }
}

extension DependencyValues {
  var diceRoller: DiceRoller {
    get { self[DiceRoller.self] }
    set { self[DiceRoller.self] = newValue }
  }
}
