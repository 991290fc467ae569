import ComposableArchitecture
import DependencyInjection
import RecordCoding

/// Which dependencies a reducer reads whose values are not in the log.
///
/// A read is no use yet: a reducer may hand what it reads to an effect, which a replay does not run.
/// So reads are only named where a step differs.
final class UnrecordedReads: DependencyReadObserver {
  private struct Dependency {
    let name: String
    let isForEffects: Bool
    /// By how many steps had been answered.
    var lastStep: UInt64
  }

  private let tape: DrawTape
  // Only the thread that replays uses them; others are sent away by the tape.
  private nonisolated(unsafe) var recorded: Set<ObjectIdentifier> = []
  private nonisolated(unsafe) var dependencies: [ObjectIdentifier: Dependency] = [:]

  /// Watches what is read while a tape answers.
  init(during tape: DrawTape) {
    self.tape = tape
  }

  /// Passes over the keys of dependencies that are the same in every replay.
  func passOver(_ keys: Set<ObjectIdentifier>) {
    recorded = keys
  }

  func didRead<Key: TestDependencyKey>(_ key: Key.Type, property: StaticString, value: Key.Value) {
    let id = ObjectIdentifier(key)
    guard let step = tape.stepUnderway, !recorded.contains(id) else { return }
    guard dependencies[id] == nil else {
      dependencies[id]?.lastStep = step
      return
    }
    let name = property.description
    dependencies[id] = Dependency(
      name: name.isEmpty ? "\(key)" : name, isForEffects: Self.isForEffects(value), lastStep: step)
  }

  /// The names of what was read in the last steps, and may have been used.
  func names(inLast steps: UInt64) -> [String] {
    dependencies.values.filter { dependency in
      !dependency.isForEffects && tape.answeredSteps &- dependency.lastStep < steps
    }.map(\.name).sorted()
  }

  /// Whether a value is of no use to a reducer, as whatever it does has to be waited for.
  private static func isForEffects(_ value: Any) -> Bool {
    let members = Mirror(reflecting: value).children.map(\.value)
    return (members.isEmpty ? [value] : members).allSatisfy { member in
      "\(type(of: member))".contains(" async ")
    }
  }
}

/// The dependencies of a step that differs which are not recorded.
package struct UnrecordedDependencies: Equatable, Codable, Sendable {
  /// The names of their properties, or else of their keys.
  package let names: [String]
  /// Whether the reducer used them itself, since there was no effect that they may have been for.
  package let areUsed: Bool

  /// Describes what a reducer read.
  package init(names: [String], areUsed: Bool) {
    self.names = names
    self.areUsed = areUsed
  }

  /// What is wrong, and what to do about it.
  package var description: String {
    let (are, them) = names.count == 1 ? ("is", "it") : ("are", "them")
    return areUsed
      ? "\(blame): add \(them) to recordedDependencies"
      : "the reducer read \(list), which \(are) not recorded: if more than an effect uses \(them), "
        + "add \(them) to recordedDependencies"
  }

  /// What is wrong.
  var blame: String {
    "the reducer used \(list), which \(names.count == 1 ? "is" : "are") not recorded"
  }

  private var list: String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}

extension EffectShape {
  /// Whether there is work in the effect, for which a reducer may have read dependencies.
  var hasWork: Bool {
    switch self {
    case .run: true
    case .merge(let shapes), .concatenate(let shapes): shapes.contains(where: \.hasWork)
    case .cancellable(let shape, _, _): shape.hasWork
    case .none, .send, .cancel: false
    }
  }
}
