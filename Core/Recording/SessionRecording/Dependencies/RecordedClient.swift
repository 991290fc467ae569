import DependencyInjection
import Issues
import Platform
import RecordCoding
import ReducerRuntime
import SharedState

/// The endpoints of a client that are marked with `@DependencyEndpoint(recorded: true)`.
struct RecordedClient {
  /// An endpoint. Clients with endpoints of the same name and answer type share one endpoint.
  struct Endpoint: Hashable {
    /// The names of the client's type and of the property, such as `DiceClient.roll`.
    let name: String
    private let answer: ObjectIdentifier

    init(name: String, answer: Any.Type) {
      self.name = name
      self.answer = ObjectIdentifier(answer)
    }
  }

  private static let prefix = "_recorded_"

  /// The names and answer types of the endpoints, including the endpoints of nested clients.
  let endpoints: [(name: String, answer: any Recordable.Type)]

  init(_ type: Any.Type) {
    var endpoints: [(String, any Recordable.Type)] = []
    ClientPart.forEach(in: type) { part in
      let name = part.name
      return part.members.filter { member in
        guard member.name.hasPrefix(Self.prefix),
          let mark = member.type as? any MarkedEndpoint.Type,
          let answer = mark.answerType as? any Recordable.Type
        else { return true }
        let endpoint = "\(name).\(member.name.dropFirst(Self.prefix.count))"
        if !endpoints.contains(where: { $0 == endpoint && $1 == answer }) {
          endpoints.append((endpoint, answer))
        }
        return false
      }
    }
    self.endpoints = endpoints
  }
}

extension RecordedDependency {
  /// Returns the endpoints of a client that are marked with `@DependencyEndpoint(recorded: true)`.
  ///
  /// Clients that reducers declare with `@Dependency` need not be listed. List a client that a
  /// reducer gets in a different way, such as from a `@Dependency` within a function.
  public static func endpoints<Client>(of client: Client.Type) -> [RecordedDependency] {
    RecordedClient(client).endpoints.map { name, answer in endpoint(name, answer) }
  }

  fileprivate static func endpoint<Answer: Recordable>(
    _ name: String, _ type: Answer.Type
  ) -> RecordedDependency {
    RecordedDependency(
      name: name, endpoint: RecordedClient.Endpoint(name: name, answer: type),
      describe: { $0.reference(to: Answer.self) })
  }
}

extension [RecordedDependency] {
  /// Adds the recorded endpoints of all clients that a reducer declares while it is assembled.
  package func addingEndpoints(declaredBy assemble: () -> some Any) -> [RecordedDependency] {
    var all = self
    var known = Set(compactMap(\.endpoint))
    for type in DeclaredDependencies.types(declaredBy: assemble) {
      for (name, answer) in RecordedClient(type).endpoints {
        var dependency = RecordedDependency.endpoint(name, answer)
        guard let endpoint = dependency.endpoint, known.insert(endpoint).inserted else { continue }
        // Clients with the same name are distinguished by the answers of their endpoints.
        if all.contains(where: { $0.name == name }) { dependency.name += " -> \(answer)" }
        all.append(dependency)
      }
    }
    return all
  }
}

/// A dependency that a reducer declares.
struct DeclaredDependency {
  let type: Any.Type
  /// The key; `nil` if the type alone tells how the dependency is recorded.
  let key: Any.Type?
  /// The name of the property of `DependencyValues`, or the name of the key.
  let name: String
}

/// A list of the dependencies that a reducer declares.
final class DeclaredDependencies: DependencyReadObserver {
  private let found = Mutex<[DeclaredDependency]>([])
  /// Whether the key of a dependency is being looked up.
  private let isResolving = Atomic(false)

  /// Returns the types of all dependencies that a reducer declares while it is assembled.
  static func types(declaredBy assemble: () -> some Any) -> [Any.Type] {
    var types: [Any.Type] = []
    for dependency in all(declaredBy: assemble)
    where !types.contains(where: { $0 == dependency.type }) {
      types.append(dependency.type)
    }
    return types
  }

  /// Returns all dependencies that a reducer declares while it is assembled.
  static func all(declaredBy assemble: () -> some Any) -> [DeclaredDependency] {
    let declared = DeclaredDependencies()
    DependencyReads.watched {
      withDependencies {
        // Reducers may have shared properties, whose values would be loaded.
        $0.detachSharedValues()
        $0.observeReads(by: declared)
      } operation: {
        _ = assemble()
      }
    }
    return declared.found.withLock { $0 }
  }

  func didDeclare(_ type: Any.Type, read: () -> Void) {
    let count = found.withLock { $0.count }
    if Self.needsKey(type) {
      isResolving.store(true, ordering: .relaxed)
      defer { isResolving.store(false, ordering: .relaxed) }
      withIssueReporters([]) {
        withDependencies {
          // The value for tests is cheap to create, and is not called.
          $0.beginAnswering()
        } operation: {
          read()
        }
      }
    }
    if found.withLock({ $0.count }) == count {
      add(DeclaredDependency(type: type, key: nil, name: ""))
    }
  }

  /// Returns whether only the key tells how calls of a dependency are recorded.
  ///
  /// The type of an endpoint does not tell its client, and clients of one type differ by their
  /// keys.
  private static func needsKey(_ type: Any.Type) -> Bool {
    StoredTypes(type).kind == .function || CallableEndpoints.hasEndpoints(type)
      || UnseenClient.isTypeOfLibrary(type)
  }

  func didRead<Key: TestDependencyKey>(
    _ key: Key.Type, property: StaticString, value: Key.Value, in values: DependencyValues
  ) {
    guard isResolving.load(ordering: .relaxed) else { return }
    let name = property.description
    add(DeclaredDependency(type: Key.Value.self, key: key, name: name.isEmpty ? "\(key)" : name))
  }

  private func add(_ dependency: DeclaredDependency) {
    found.withLock { $0.append(dependency) }
  }
}

/// A recorder of the answers of all endpoints, whichever client they come from.
final class EndpointReads: EndpointRecorder {
  private let reads: RecordedReads
  private let indices: [RecordedClient.Endpoint: Int]

  init(_ reads: RecordedReads, indices: [RecordedClient.Endpoint: Int]) {
    self.reads = reads
    self.indices = indices
  }

  func answer<Answer: Recordable>(_ endpoint: String, call: () -> Answer) -> Answer? {
    indices[RecordedClient.Endpoint(name: endpoint, answer: Answer.self)].map {
      reads.value(of: $0, live: call)
    }
  }
}
