import Platform

/// The location of a client among the dependencies: the key under which it is stored, and the path
/// to it if it is a member of the key's value.
///
/// Two clients of one type differ only by their keys.
@_documentation(visibility: internal)
public struct ClientKey: Hashable, Sendable {
  private struct Location: Hashable {
    let key: ObjectIdentifier
    let path: String
  }

  private static let numbers = Mutex<[Location: Int]>([:])

  /// The unique number of the location. Numbers start at 1.
  let number: Int

  init(number: Int) {
    self.number = number
  }

  /// Returns the location of a client under a key. The path is empty for the value of the key.
  package init(_ key: Any.Type, path: String = "") {
    let location = Location(key: ObjectIdentifier(key), path: path)
    number = Self.numbers.withLock { numbers in
      let number = numbers[location] ?? numbers.count + 1
      numbers[location] = number
      return number
    }
  }
}

/// The endpoints that values of a type store directly, including the endpoints of nested clients.
///
/// A client learns its key when it becomes the value of a dependency. Copies keep it.
enum StoredEndpoints {
  private struct Use: Hashable {
    let key: ObjectIdentifier
    let type: ObjectIdentifier
  }

  private struct Endpoint {
    let offset: Int
    let key: ClientKey
  }

  private static let known = Mutex<[Use: [Endpoint]]>([:])

  /// Writes a key into all endpoints of a value.
  static func assign<Value>(_ key: Any.Type, to value: inout Value) {
    let use = Use(key: ObjectIdentifier(key), type: ObjectIdentifier(Value.self))
    let endpoints =
      known.withLock { $0[use] }
      ?? {
        var endpoints: [Endpoint] = []
        append(of: Value.self, at: 0, path: "", under: key, to: &endpoints)
        let found = endpoints
        known.withLock { $0[use] = found }
        return found
      }()
    guard !endpoints.isEmpty else { return }
    withUnsafeMutableBytes(of: &value) { bytes in
      for endpoint in endpoints {
        bytes.storeBytes(of: endpoint.key.number, toByteOffset: endpoint.offset, as: Int.self)
      }
    }
  }

  private static func append(
    of type: Any.Type, at start: Int, path: String, under key: Any.Type,
    to endpoints: inout [Endpoint]
  ) {
    if type is any MarkedCall.Type {
      return endpoints.append(Endpoint(offset: start, key: ClientKey(key, path: path)))
    }
    // Other values are stored elsewhere or, like the cases of an enumeration, share their memory.
    guard [structureKind, tupleKind].contains(metadataKind(type)) else { return }
    for index in 0..<memberCount(type) {
      var member = ReflectedMember()
      let memberType = reflectedMember(type, index, &member)
      defer { member.release?(member.name) }
      let isEndpoint = memberType is any MarkedCall.Type
      let name = member.name.map { String(cString: $0) } ?? ""
      let memberPath = isEndpoint ? path : path.isEmpty ? name : "\(path).\(name)"
      append(
        of: memberType, at: start + memberOffset(type, index), path: memberPath, under: key,
        to: &endpoints)
    }
  }

  // Constants of `swift/ABI/MetadataKind.def`.
  private static let structureKind = 0x200
  private static let tupleKind = 0x301
}

// The runtime functions that `Mirror` uses. They take a type instead of a value.

/// The name of a member, in the form of the runtime's `FieldReflectionMetadata`.
private struct ReflectedMember {
  var name: UnsafePointer<CChar>?
  var release: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false
}

@_silgen_name("swift_getMetadataKind")
private func metadataKind(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func memberCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func reflectedMember(
  _ type: Any.Type, _ index: Int, _ member: UnsafeMutablePointer<ReflectedMember>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func memberOffset(_ type: Any.Type, _ index: Int) -> Int
