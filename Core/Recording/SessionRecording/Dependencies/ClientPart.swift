import ChangeTracking

/// A structure or tuple in the type of a client, with its stored members.
struct ClientPart {
  let type: Any.Type
  let members: [StoredTypes.Member]
  private let client: Any.Type
  /// The names of the members that lead to the part.
  private let names: [String]

  /// The path from the client, such as `GameClient.dice`.
  var path: String { (["\(client)"] + names).joined(separator: ".") }

  /// The name of the type without generic arguments, since an endpoint is written for all of them.
  var name: Substring { _typeName(type, qualified: false).prefix { $0 != "<" } }

  /// Calls a closure with each part of a client, once for each type.
  ///
  /// The closure returns the members whose types are visited in turn.
  static func forEach(in client: Any.Type, _ visit: (ClientPart) -> [StoredTypes.Member]) {
    var seen: Set<ObjectIdentifier> = []
    var open: [(type: Any.Type, names: [String])] = [(client, [])]
    while let (type, names) = open.popLast() {
      let stored = StoredTypes(type)
      guard seen.insert(ObjectIdentifier(type)).inserted,
        [.structure, .tuple].contains(stored.kind), let members = stored.members
      else { continue }
      let part = ClientPart(type: type, members: members, client: client, names: names)
      for member in visit(part) {
        if let type = member.type { open.append((type, names + [member.name])) }
      }
    }
  }
}
