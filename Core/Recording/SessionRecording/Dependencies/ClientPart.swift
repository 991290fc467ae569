/// A structure or tuple in the type of a client, with its stored members.
struct ClientPart {
  let type: Any.Type
  let members: [StoredTypes.Member]
  /// The path from the client, such as `dice`; empty for the client itself.
  let path: String

  /// The name of the type without generic arguments, since an endpoint is written for all of them.
  var name: Substring { _typeName(type, qualified: false).prefix { $0 != "<" } }

  /// Calls a closure with each part of a client.
  ///
  /// The closure returns the members whose types are visited in turn.
  static func forEach(in client: Any.Type, _ visit: (ClientPart) -> [StoredTypes.Member]) {
    var open: [(type: Any.Type, path: String)] = [(client, "")]
    while let (type, path) = open.popLast() {
      let stored = StoredTypes(type)
      guard [.structure, .tuple].contains(stored.kind), let members = stored.members else {
        continue
      }
      for member in visit(ClientPart(type: type, members: members, path: path)) {
        guard let type = member.type else { continue }
        open.append((type, path.isEmpty ? member.name : "\(path).\(member.name)"))
      }
    }
  }
}
