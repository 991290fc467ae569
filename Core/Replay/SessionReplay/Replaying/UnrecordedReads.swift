import ComposableArchitecture
import DependencyInjection
import RecordCoding

/// The dependencies that a reducer uses in a replay, and whose answers are not in the log.
///
/// Endpoints of a `@DependencyClient` tell when they are called. Of other dependencies only the read
/// is known, which a reducer may have made for an effect: it counts as a use in a step whose effect
/// has no work. What a reducer overrides for its children is the app's own, and counts in neither way.
final class UnrecordedReads: DependencyReadObserver {
  /// What can be told of a use by the value that was read; of several members, the last counts.
  private enum Nature: Int {
    /// Everything it does has to be awaited, which a reducer cannot do, or returns nothing.
    case harmless
    /// Nothing tells whether it is used: data, which differs from process to process at most, or an
    /// object.
    case unknown
    /// Its endpoints tell when they are called.
    case client
    /// It has closures that tell their caller something.
    case answers
  }

  private struct Dependency {
    let name: String
    /// The type of the value, which its endpoints report as their client.
    let client: Any.Type
    let nature: Nature
    /// The last step that read it, and the last that read it where no reducer overrides it.
    var lastStep: UInt64 = 0
    var lastOwnStep: UInt64 = 0
  }

  private struct Call {
    let isMarked: Bool
    var lastStep: UInt64
  }

  private let reads: RecordedReads
  // Only the thread that replays uses them; others are sent away by the recording.
  private nonisolated(unsafe) var recorded: Set<ObjectIdentifier> = []
  private nonisolated(unsafe) var base: DependencyValues?
  private nonisolated(unsafe) var dependencies: [ObjectIdentifier: Dependency] = [:]
  private nonisolated(unsafe) var calls: [EndpointID: Call] = [:]
  /// The last steps that read clients of a type from where a reducer overrides them.
  private nonisolated(unsafe) var overridden: [ObjectIdentifier: UInt64] = [:]

  /// Watches what is read while reads are answered.
  init(during reads: RecordedReads) {
    self.reads = reads
  }

  /// Passes over the keys of dependencies that are the same in every replay.
  func passOver(_ keys: Set<ObjectIdentifier>) {
    recorded = keys
  }

  /// Takes the dependencies that are in force around the app's reducer, without this observer.
  func compare(with base: DependencyValues) {
    self.base = base
  }

  func didRead<Key: TestDependencyKey>(
    _ key: Key.Type, property: StaticString, value: Key.Value, in values: DependencyValues
  ) {
    let id = ObjectIdentifier(key)
    guard let step = reads.currentStep, !recorded.contains(id) else { return }
    var dependency =
      dependencies[id]
      ?? {
        let name = property.description
        return Dependency(
          name: name.isEmpty ? "\(key)" : name, client: type(of: value as Any),
          nature: Self.nature(of: value))
      }()
    dependency.lastStep = step
    let client = ObjectIdentifier(dependency.client)
    if let base, values.overrides(id, differentlyFrom: base) {
      if case .client = dependency.nature { overridden[client] = step }
    } else {
      dependency.lastOwnStep = step
      if case .client = dependency.nature { overridden[client] = nil }
      if case .answers = dependency.nature { reads.noteUse() }
    }
    dependencies[id] = dependency
  }

  var drawCount: Int { reads.readCount }

  func didCall(_ endpoint: EndpointID, isMarked: Bool) {
    guard let step = reads.currentStep,
      overridden[ObjectIdentifier(endpoint.client)] != step
    else { return }
    calls[endpoint] = Call(isMarked: isMarked, lastStep: step)
    reads.noteUse()
  }

  /// What the reducer used in the step that was answered last.
  func use(hasWork: Bool) -> UnrecordedDependencies? {
    guard let found = blame(inLast: 1, hasWork: hasWork), found.use != .read else { return nil }
    return found
  }

  /// Whether an endpoint was called in the step that was answered last.
  var hasCall: Bool {
    calls.values.contains { $0.lastStep == reads.answeredSteps }
  }

  /// What was used, or else read, in the last steps; `hasWork` is whether the last one's effect has
  /// work.
  func blame(inLast steps: UInt64, hasWork: Bool) -> UnrecordedDependencies? {
    let isRecent = { [reads] (step: UInt64) in step > 0 && reads.answeredSteps &- step < steps }
    let called = calls.filter { isRecent($0.value.lastStep) }
    let unmarked = called.filter { !$0.value.isMarked }
    if !called.isEmpty {
      return UnrecordedDependencies(
        names: (unmarked.isEmpty ? called : unmarked).keys.map(printedName(of:)).sorted(),
        use: unmarked.isEmpty ? .undeclared : .called)
    }
    let read = dependencies.values.filter { dependency in
      switch dependency.nature {
      case .harmless, .client: false
      case .unknown, .answers: isRecent(dependency.lastStep)
      }
    }
    let used = read.filter { $0.nature == .answers && isRecent($0.lastOwnStep) }
    if !used.isEmpty, steps == 1, !hasWork {
      return UnrecordedDependencies(names: used.map(\.name).sorted(), use: .used)
    }
    guard !read.isEmpty else { return nil }
    return UnrecordedDependencies(names: read.map(\.name).sorted(), use: .read)
  }

  /// The name of an endpoint, with the module and the enclosing types of its client if another client
  /// of the app has the same name.
  private func printedName(of endpoint: EndpointID) -> String {
    // Without the arguments of a generic type, which the names of endpoints do not have.
    func shortName(_ type: Any.Type) -> Substring {
      _typeName(type, qualified: false).prefix { $0 != "<" }
    }
    let clients = calls.keys.map(\.client) + dependencies.values.map(\.client)
    let isAmbiguous = clients.contains {
      $0 != endpoint.client && shortName($0) == shortName(endpoint.client)
    }
    guard isAmbiguous, let dot = endpoint.name.lastIndex(of: ".") else { return endpoint.name }
    return recordedName(of: endpoint.client) + endpoint.name[dot...]
  }

  private static func nature(of value: Any) -> Nature {
    if let function = function(of: value) { return nature(of: function) }
    if value is any MarkedEndpoint { return .client }
    if value is any Encodable || value is any Equatable { return .unknown }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .class { return .unknown }
    let natures = mirror.children.map { label, member -> Nature in
      guard let function = function(of: member) else { return nature(of: member) }
      let nature = nature(of: function)
      // The storage of an endpoint has this prefix, which '@DependencyEndpoint' adds.
      return nature == .answers && label?.hasPrefix("_") == true ? .client : nature
    }
    return natures.max { $0.rawValue < $1.rawValue } ?? .unknown
  }

  private static func function(of value: Any) -> StoredTypes.Function? {
    StoredTypes(type(of: value)).function
  }

  /// Only a synchronous function that returns, throws or changes an argument tells a reducer something.
  private static func nature(of function: StoredTypes.Function) -> Nature {
    let answers =
      function.isThrowing || function.hasInoutParameter || function.result != Void.self
    return answers && !function.isAsync ? .answers : .harmless
  }
}

/// The dependencies of a step that are not recorded.
package struct UnrecordedDependencies: Equatable, Codable, Sendable {
  /// What is known of their use.
  package enum Use: Equatable, Codable, Sendable {
    /// The reducer called endpoints.
    case called
    /// The reducer called endpoints that are marked as recorded, of a client that no reducer declares.
    case undeclared
    /// The reducer read them, and its effect has no work that they may have been for.
    case used
    /// The reducer read them, which may have been for an effect.
    case read
  }

  /// The names of the endpoints, or of the properties of `DependencyValues`, or else of the keys.
  package let names: [String]
  /// What is known of their use.
  package let use: Use

  /// Describes what a reducer used.
  package init(names: [String], use: Use) {
    self.names = names
    self.use = use
  }

  /// Whether the reducer itself got an answer that is not in the log.
  package var isCertain: Bool { use == .called || use == .undeclared }

  /// What is wrong, and the remedy.
  package var description: String {
    switch use {
    case .called: "\(blame): mark \(them) '@DependencyEndpoint(recorded: true)'"
    case .undeclared:
      "\(blame), as no reducer declares the client: add 'RecordedDependency.endpoints(of: "
        + "\(clients).self)' to recordedDependencies"
    case .used: "\(blame): add \(them) to recordedDependencies"
    case .read:
      "the reducer read \(list), which \(are) not recorded: if more than an effect uses \(them), "
        + "add \(them) to recordedDependencies"
    }
  }

  /// What is wrong.
  package var blame: String { "the reducer used \(list), which \(are) not recorded" }

  private var are: String { names.count == 1 ? "is" : "are" }
  private var them: String { names.count == 1 ? "it" : "them" }
  private var list: String { names.map { "'\($0)'" }.joined(separator: ", ") }

  private var clients: String {
    names.first.map { String($0[..<($0.lastIndex(of: ".") ?? $0.endIndex)]) } ?? ""
  }
}
