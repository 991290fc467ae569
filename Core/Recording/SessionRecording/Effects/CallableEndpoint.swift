package import DependencyInjection
package import RecordCoding
package import SessionModel

/// An endpoint whose calls by effects can be recorded, with the types of a call.
package struct CallableEndpoint: Sendable {
  package enum Answer: Sendable {
    case none
    case value(any Recordable.Type)
    case stream(any RecordableStream.Type, of: any Recordable.Type)
  }

  package let id: EndpointID
  /// The name of the client's key, and the path to the client; `nil` if the type alone identifies
  /// it.
  package var key: String?
  package let arguments: [any Recordable.Type]
  package let answer: Answer
  /// The type of the errors, if it is recordable.
  package let failure: (any Recordable.Type)?

  package init<Arguments, Answer, Failure: Error>(
    _ id: EndpointID, _ arguments: Arguments.Type, _ answer: Answer.Type, _ failure: Failure.Type
  ) throws(UnrecordableCall) {
    try self.init(id, arguments: arguments, answer: answer, failure: failure)
  }

  /// Creates an endpoint with the types of a listed one, under a different identifier.
  package init(_ endpoint: CallableEndpoint, under id: EndpointID) {
    self.id = id
    (arguments, answer, failure) = (endpoint.arguments, endpoint.answer, endpoint.failure)
  }

  fileprivate init(
    _ id: EndpointID, arguments: Any.Type, answer: Any.Type, failure: any Error.Type
  ) throws(UnrecordableCall) {
    self.id = id
    self.arguments = try Self.parts(of: arguments).map { type throws(UnrecordableCall) in
      guard let type = type as? any Recordable.Type else {
        throw UnrecordableCall(endpoint: id.name, type: "\(type)")
      }
      return type
    }
    if answer == Void.self || answer == Never.self {
      self.answer = .none
    } else if let stream = answer as? any RecordableStream.Type {
      guard let element = stream.elementType as? any Recordable.Type else {
        throw UnrecordableCall(endpoint: id.name, type: "\(stream.elementType)")
      }
      self.answer = .stream(stream, of: element)
    } else if let value = answer as? any Recordable.Type {
      self.answer = .value(value)
    } else {
      throw UnrecordableCall(endpoint: id.name, type: "\(answer)")
    }
    self.failure = failure == Never.self ? nil : failure as? any Recordable.Type
  }

  /// Returns the types of the arguments, which a tuple combines if there are several.
  private static func parts(of type: Any.Type) -> [Any.Type] {
    guard !(type is any Recordable.Type) else { return [type] }
    let stored = StoredTypes(type)
    guard stored.kind == .tuple, let members = stored.members else { return [type] }
    return members.compactMap(\.type)
  }
}

/// A call that cannot be recorded, because of the type of an argument or of the result.
package struct UnrecordableCall: Error, Hashable, Sendable {
  package let endpoint: String
  package let type: String
}

extension UnrecordableCall: CustomStringConvertible {
  package var description: String {
    "calls of '\(endpoint)' are not recorded, because '\(type)' is not recordable; effects that "
      + "call it are not verified. Mark the type with @Recordable, or the endpoint with "
      + "@DependencyEndpoint(recorded: false)"
  }
}

extension CallableEndpoint {
  /// Describes the endpoint for the header of a log.
  func describe(_ builder: SchemaBuilder) -> SessionHeader.Endpoint {
    func reference<Value: Recordable>(_ type: Value.Type) -> TypeReference {
      builder.reference(to: Value.self)
    }
    return builder.describe(part: id.name) {
      let result: (type: TypeReference?, isStream: Bool) =
        switch answer {
        case .none: (nil, false)
        case .value(let type): (reference(type), false)
        case .stream(_, let element): (reference(element), true)
        }
      return SessionHeader.Endpoint(
        name: id.name, arguments: arguments.map { reference($0) }, answer: result.type,
        isStream: result.isStream, failure: failure.map { reference($0) })
    }
  }

  /// Writes the arguments of a call, one after the other.
  package func record<Arguments>(_ arguments: Arguments, into encoder: inout RecordEncoder) {
    withUnsafeBytes(of: arguments) { bytes in
      var offset = 0
      for type in self.arguments {
        guard let base = bytes.baseAddress else { return }
        Self.record(type, at: base, &offset, into: &encoder)
      }
    }
  }

  private static func record<Value: Recordable>(
    _ type: Value.Type, at base: UnsafeRawPointer, _ offset: inout Int,
    into encoder: inout RecordEncoder
  ) {
    // The parts of a tuple follow each other like stored properties.
    let alignment = MemoryLayout<Value>.alignment
    offset = (offset + alignment - 1) / alignment * alignment
    encoder.encode((base + offset).assumingMemoryBound(to: Value.self).pointee)
    offset += MemoryLayout<Value>.size
  }
}

/// The endpoints whose calls are recorded, and the reasons why others are not.
package struct CallableEndpoints: Sendable {
  package private(set) var list: [CallableEndpoint] = []
  package private(set) var unrecordable: [UnrecordableCall] = []
  /// The declared clients whose calls cannot be recorded.
  package private(set) var unseen: [UnseenClient] = []
  private var indices: [EndpointID: Int] = [:]
  /// The first endpoint of each name and type, whatever the key of its client.
  private var indicesOfAnyKey: [EndpointID: Int] = [:]

  package init(_ list: [CallableEndpoint] = []) {
    for endpoint in list { add(endpoint) }
  }

  /// Returns the index of an endpoint; `nil` if its calls are not recorded.
  ///
  /// A client that isn't a dependency counts as the first client of its type. A client under a key
  /// that no reducer declares does not, because logs could not distinguish the two.
  package subscript(id: EndpointID) -> Int? {
    if let index = indices[id] { return index }
    guard let index = indicesOfAnyKey[id.ofAnyKey],
      id.key == nil || list[index].id.key == nil
    else { return nil }
    return index
  }

  package mutating func add(_ endpoint: CallableEndpoint) {
    guard indices[endpoint.id] == nil else { return }
    indices[endpoint.id] = list.count
    let id = endpoint.id.ofAnyKey
    indicesOfAnyKey[id] = indicesOfAnyKey[id] ?? list.count
    list.append(endpoint)
  }

  /// The prefix of the properties that `@DependencyClient` adds for endpoints.
  static let prefix = "_called_"

  /// Returns whether a client has endpoints whose calls are recorded.
  static func hasEndpoints(_ client: Any.Type) -> Bool {
    var hasAny = false
    ClientPart.forEach(in: client) { part in
      hasAny = hasAny || part.members.contains { $0.type is any MarkedCall.Type }
      return hasAny ? [] : part.members
    }
    return hasAny
  }

  /// Adds the endpoints of a client, including the endpoints of nested clients.
  mutating func add(_ client: DeclaredDependency) {
    if let client = client.type as? any CalledClient.Type {
      for endpoint in client.calledEndpoints { add(endpoint.mark, as: endpoint.id, key: nil) }
    }
    ClientPart.forEach(in: client.type) { part in
      let name = part.name
      return part.members.filter { member in
        guard member.name.hasPrefix(Self.prefix), let mark = member.type as? any MarkedCall.Type
        else { return true }
        let id = EndpointID(
          "\(name).\(member.name.dropFirst(Self.prefix.count))", of: part.type,
          key: client.key.map { ClientKey($0, path: part.path) })
        let path = part.path.isEmpty ? client.name : "\(client.name).\(part.path)"
        add(mark, as: id, key: client.key.map { _ in path })
        return false
      }
    }
    guard client.key.map(UnseenClient.isOfLibrary) != true,
      let client = UnseenClient.find(in: client.type), !unseen.contains(client)
    else { return }
    unseen.append(client)
  }

  private mutating func add(_ mark: any MarkedCall.Type, as id: EndpointID, key: String?) {
    do throws(UnrecordableCall) {
      var endpoint = try CallableEndpoint(
        id, arguments: mark.argumentsType, answer: mark.answerType, failure: mark.failureType)
      endpoint.key = key
      add(endpoint)
    } catch {
      if !unrecordable.contains(error) { unrecordable.append(error) }
    }
  }

  /// Returns the endpoints of the library, and the endpoints of all clients that a reducer declares
  /// while it is assembled.
  package static func declared(by assemble: () -> some Any) -> CallableEndpoints {
    var endpoints = CallableEndpoints(StandardEndpoint.all)
    for client in DeclaredDependencies.all(declaredBy: assemble) { endpoints.add(client) }
    return endpoints
  }

  /// Returns the name of an endpoint that a log lacks. The name contains the key of the client if
  /// the log has the same endpoint of a different client.
  package func name(of id: EndpointID, in log: SessionHeader) -> String {
    guard let endpoint = indices[id].map({ list[$0] }), let key = endpoint.key,
      let other = log.endpoints?.first(where: { $0.typeName == id.name }), other.key != key
    else { return id.name }
    return key + id.name.drop { $0 != "." }
  }

  /// Describes the endpoints for the header of a log.
  func describe(_ builder: SchemaBuilder) -> [SessionHeader.Endpoint] {
    list.map { endpoint in
      var description = endpoint.describe(builder)
      description.key = endpoint.key
      // Clients of one type are named by their keys.
      let isAmbiguous = list.contains { $0.id.name == endpoint.id.name && $0.key != endpoint.key }
      if isAmbiguous, let key = endpoint.key {
        description.client = description.name
        description.name = key + endpoint.id.name.drop { $0 != "." }
      }
      return description
    }
  }
}
