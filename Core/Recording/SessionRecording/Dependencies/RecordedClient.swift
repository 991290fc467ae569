import ChangeTracking
import DependencyInjection
import Issues
import Locking
import RecordCoding
import ReducerRuntime
import SharedState

/// The endpoints of a client that are marked with `@DependencyEndpoint(recorded: true)`.
struct RecordedClient {
  /// An endpoint. Clients with endpoints of the same name and answer type share one.
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

  /// The names and answer types of the endpoints, including those of nested clients.
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
        endpoints.append(("\(name).\(member.name.dropFirst(Self.prefix.count))", answer))
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
  /// reducer gets in another way, such as from a `@Dependency` within a function.
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

/// A list of the types of the dependencies that a reducer declares.
final class DeclaredDependencies: DependencyReadObserver {
  private let found = Mutex<[Any.Type]>([])
  /// Whether the client of an endpoint is being looked up.
  private let isResolving = Atomic(false)

  private var types: [Any.Type] { found.withLock { $0 } }

  /// Returns the types of all dependencies that a reducer declares while it is assembled.
  static func types(declaredBy assemble: () -> some Any) -> [Any.Type] {
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
    return declared.types
  }

  func didDeclare(_ type: Any.Type, read: () -> Void) {
    add(type)
    // The type of an endpoint does not tell its client, which the key of a read does.
    guard StoredTypes(type).kind == .function else { return }
    isResolving.store(true, ordering: .relaxed)
    defer { isResolving.store(false, ordering: .relaxed) }
    withIssueReporters([]) {
      withDependencies {
        // The value for tests is cheap to create, and is not called.
        $0.context = .test
      } operation: {
        read()
      }
    }
  }

  func didRead<Key: TestDependencyKey>(
    _ key: Key.Type, property: StaticString, value: Key.Value, in values: DependencyValues
  ) {
    if isResolving.load(ordering: .relaxed) { add(Key.Value.self) }
  }

  private func add(_ type: Any.Type) {
    found.withLock { types in
      if !types.contains(where: { $0 == type }) { types.append(type) }
    }
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
