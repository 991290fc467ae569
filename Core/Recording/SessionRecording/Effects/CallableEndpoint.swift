import ChangeTracking
package import DependencyInjection
package import RecordCoding
import SessionModel

/// An endpoint whose calls by effects can be recorded, with the types of a call.
package struct CallableEndpoint: Sendable {
  package enum Answer: Sendable {
    case none
    case value(any Recordable.Type)
    case stream(any RecordableStream.Type, of: any Recordable.Type)
  }

  package let id: EndpointID
  package let arguments: [any Recordable.Type]
  package let answer: Answer
  /// The type of the errors, if it is recordable.
  package let failure: (any Recordable.Type)?

  package init<Arguments, Answer, Failure: Error>(
    _ id: EndpointID, _ arguments: Arguments.Type, _ answer: Answer.Type, _ failure: Failure.Type
  ) throws(UnrecordableCall) {
    try self.init(id, arguments: arguments, answer: answer, failure: failure)
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
  private var indices: [EndpointID: Int] = [:]

  package init(_ list: [CallableEndpoint] = []) {
    for endpoint in list { add(endpoint) }
  }

  package subscript(id: EndpointID) -> Int? { indices[id] }

  package mutating func add(_ endpoint: CallableEndpoint) {
    guard indices[endpoint.id] == nil else { return }
    indices[endpoint.id] = list.count
    list.append(endpoint)
  }

  private static let prefix = "_called_"

  /// Adds the endpoints of a client, including those of nested clients.
  mutating func add(client: Any.Type) {
    if let client = client as? any CalledClient.Type {
      for endpoint in client.calledEndpoints { add(endpoint.mark, as: endpoint.id) }
    }
    ClientPart.forEach(in: client) { part in
      let name = part.name
      return part.members.filter { member in
        guard member.name.hasPrefix(Self.prefix), let mark = member.type as? any MarkedCall.Type
        else { return true }
        let endpoint = member.name.dropFirst(Self.prefix.count)
        add(mark, as: EndpointID("\(name).\(endpoint)", of: part.type))
        return false
      }
    }
  }

  private mutating func add(_ mark: any MarkedCall.Type, as id: EndpointID) {
    do throws(UnrecordableCall) {
      add(
        try CallableEndpoint(
          id, arguments: mark.argumentsType, answer: mark.answerType, failure: mark.failureType))
    } catch {
      unrecordable.append(error)
    }
  }

  /// Returns a function in a dependency whose calls cannot be seen, such as a closure of a client
  /// without `@DependencyClient`. Returns `nil` if there is none.
  package static func unseenFunction(in dependency: Any.Type) -> String? {
    var found: String?
    ClientPart.forEach(in: dependency) { part in
      // The library's own dependencies make their calls through `EffectCall`.
      guard found == nil,
        !library.contains(where: { "\(_typeName(part.type)).".hasPrefix($0) })
      else { return [] }
      let seenCalls = Set(part.members.map(\.name).filter { $0.hasPrefix(prefix) })
      return part.members.filter { member in
        guard let type = member.type, StoredTypes(type).kind == .function else { return true }
        let name = member.name.drop { $0 == "_" }
        if !seenCalls.contains(prefix + name) { found = found ?? "\(part.path).\(name)" }
        return false
      }
    }
    return found
  }

  private static let library = [
    "DependencyInjection.", "Foundation.", "FoundationEssentials.", "ReducerRuntime.",
    "SharedState.", "Swift.",
  ]

  /// Returns the endpoints of the library, and those of all clients that a reducer declares while
  /// it is assembled.
  package static func declared(by assemble: () -> some Any) -> CallableEndpoints {
    var endpoints = CallableEndpoints(StandardEndpoint.all)
    for type in DeclaredDependencies.types(declaredBy: assemble) { endpoints.add(client: type) }
    return endpoints
  }
}
