import SessionRecording
import DependencyInjection
import RecordCoding
import ReducerRuntime

/// The dependencies that a reducer uses in a replay although the log has no answers for them.
///
/// Endpoints of a `@DependencyClient` report calls. Other dependencies report only reads, possibly
/// for an effect. A read therefore counts as a use only if the step's effect has no work. A
/// dependency that a reducer overrides for its children belongs to the app, and counts in neither
/// case.
final class UnrecordedReads: DependencyReadObserver {
  /// The strength of the evidence that a read is a use; of several members, the greatest value
  /// counts.
  private enum Evidence: Int {
    /// A reducer can't call any of the functions, because they return nothing or are asynchronous.
    case harmless
    /// A use can't be detected. The dependency is an object, or data. Data makes no calls, but may
    /// differ between processes.
    case unknown
    /// The endpoints of the dependency report calls.
    case client
    /// The dependency has closures that return something to their caller.
    case answers
  }

  private struct Dependency {
    let name: String
    /// The type of the value, which endpoints report as their client.
    let client: Any.Type
    let evidence: Evidence
    /// The last step that read the dependency, and the last one that read it where no reducer
    /// overrides it.
    var lastStep: UInt64 = 0
    var lastOwnStep: UInt64 = 0
  }

  private struct Call {
    let isMarked: Bool
    var lastStep: UInt64
  }

  private let reads: RecordedReads
  // Used only by the thread that replays, since reads on other threads are ignored.
  private nonisolated(unsafe) var recorded: Set<ObjectIdentifier> = []
  private nonisolated(unsafe) var base: DependencyValues?
  private nonisolated(unsafe) var dependencies: [ObjectIdentifier: Dependency] = [:]
  private nonisolated(unsafe) var calls: [EndpointID: Call] = [:]
  /// The last steps that read clients of a type where a reducer overrides them.
  private nonisolated(unsafe) var overridden: [ObjectIdentifier: UInt64] = [:]

  init(during reads: RecordedReads) {
    self.reads = reads
  }

  func ignore(_ keys: Set<ObjectIdentifier>) {
    recorded = keys
  }

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
          evidence: Self.evidence(of: value))
      }()
    dependency.lastStep = step
    let client = ObjectIdentifier(dependency.client)
    if let base, values.overrides(id, differentlyFrom: base) {
      if case .client = dependency.evidence { overridden[client] = step }
    } else {
      dependency.lastOwnStep = step
      if case .client = dependency.evidence { overridden[client] = nil }
      if case .answers = dependency.evidence { reads.noteUse() }
    }
    dependencies[id] = dependency
  }

  var readCount: Int { reads.readCount }

  func didCall(_ endpoint: EndpointID, isMarked: Bool) {
    guard let step = reads.currentStep,
      overridden[ObjectIdentifier(endpoint.client)] != step
    else { return }
    calls[endpoint] = Call(isMarked: isMarked, lastStep: step)
    reads.noteUse()
  }

  func use(hasWork: Bool) -> UnrecordedDependencies? {
    guard let found = blame(inLast: 1, hasWork: hasWork), found.use != .read else { return nil }
    return found
  }

  var hasCall: Bool {
    calls.values.contains { $0.lastStep == reads.answeredSteps }
  }

  /// `hasWork` is whether the last step's effect has work.
  func blame(inLast steps: UInt64, hasWork: Bool) -> UnrecordedDependencies? {
    let isRecent = { [reads] (step: UInt64) in step > 0 && reads.answeredSteps &- step < steps }
    let called = calls.filter { isRecent($0.value.lastStep) }
    let unmarked = called.filter { !$0.value.isMarked }
    if !called.isEmpty {
      return UnrecordedDependencies(
        names: Set((unmarked.isEmpty ? called : unmarked).keys.map(printedName(of:))).sorted(),
        use: unmarked.isEmpty ? .undeclared : .called)
    }
    let read = dependencies.values.filter { dependency in
      switch dependency.evidence {
      case .harmless, .client: false
      case .unknown, .answers: isRecent(dependency.lastStep)
      }
    }
    let used = read.filter { $0.evidence == .answers && isRecent($0.lastOwnStep) }
    if !used.isEmpty, steps == 1, !hasWork {
      return UnrecordedDependencies(names: used.map(\.name).sorted(), use: .used)
    }
    guard !read.isEmpty else { return nil }
    return UnrecordedDependencies(names: read.map(\.name).sorted(), use: .read)
  }

  /// The name is qualified if a different client of the app has the same name.
  private func printedName(of endpoint: EndpointID) -> String {
    // Drops generic arguments, which the names of endpoints don't have.
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

  private static func evidence(of value: Any) -> Evidence {
    if let function = function(of: value) { return evidence(of: function) }
    if value is any MarkedEndpoint { return .client }
    if value is any MarkedCall { return .harmless }
    if value is any Encodable || value is any Equatable { return .unknown }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .class { return .unknown }
    let memberEvidence = mirror.children.map { label, member -> Evidence in
      guard let function = function(of: member) else { return evidence(of: member) }
      let evidence = evidence(of: function)
      // '@DependencyEndpoint' adds this prefix to the storage of an endpoint.
      return evidence == .answers && label?.hasPrefix("_") == true ? .client : evidence
    }
    return memberEvidence.max { $0.rawValue < $1.rawValue } ?? .unknown
  }

  private static func function(of value: Any) -> StoredTypes.Function? {
    StoredTypes(type(of: value)).function
  }

  /// Returns `answers` only for a synchronous function that returns, throws or changes an argument.
  private static func evidence(of function: StoredTypes.Function) -> Evidence {
    let answers =
      function.isThrowing || function.hasInoutParameter || function.result != Void.self
    return answers && !function.isAsync ? .answers : .harmless
  }
}

/// The unrecorded dependencies of a step.
package struct UnrecordedDependencies: Equatable, Codable, Sendable {
  package enum Use: Equatable, Codable, Sendable {
    case called
    /// The reducer called recorded endpoints of a client that no reducer declares.
    case undeclared
    /// The reducer read the dependencies, and its effect has no work that could need them.
    case used
    /// The reducer read the dependencies, possibly for an effect.
    case read
  }

  package let names: [String]
  package let use: Use

  package init(names: [String], use: Use) {
    self.names = names
    self.use = use
  }

  /// Whether the reducer certainly received an answer that isn't in the log.
  package var isCertain: Bool { use == .called || use == .undeclared }

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

  package var blame: String { "the reducer used \(list), which \(are) not recorded" }

  private var are: String { names.count == 1 ? "is" : "are" }
  private var them: String { names.count == 1 ? "it" : "them" }
  private var list: String { names.map { "'\($0)'" }.joined(separator: ", ") }

  private var clients: String {
    names.first.map { String($0[..<($0.lastIndex(of: ".") ?? $0.endIndex)]) } ?? ""
  }
}
