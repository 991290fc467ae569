import DependencyInjection
import RecordCoding

/// The identity of a choice: its subject, and the user's action that led to it.
package struct ChoiceKey: Hashable, Codable, Sendable {
  /// The number of the user's action in the plan.
  let cause: Int
  /// The endpoint that was called, or a different subject of choices.
  let subject: String
  /// The number of earlier choices with that cause and subject.
  let number: Int

  /// Returns the seed of the choice, by the mixing of the generator.
  func seed(from seed: UInt64) -> UInt64 {
    var hash = Array(subject.utf8).withUnsafeBytes { Digest($0) }.value
    for part in [UInt64(bitPattern: Int64(cause)), UInt64(number), seed] {
      var generator = SeededGenerator(seed: hash ^ part)
      hash = generator.next()
    }
    return hash
  }
}

/// A choice that differed from the plain one.
package struct Deviation: Hashable, Codable, Sendable {
  let key: ChoiceKey
  /// The description of the choice, such as "answers after 3 s".
  let text: String
}

/// The choices of a session that may differ from the plain ones: errors, delays, and answers that
/// never come.
package enum Deviations: Hashable, Codable, Sendable {
  case all
  case only(Set<ChoiceKey>)

  func allow(_ key: ChoiceKey) -> Bool {
    switch self {
    case .all: true
    case .only(let keys): keys.contains(key)
    }
  }
}
