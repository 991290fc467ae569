package import RecordCoding

/// Digests of the parts of a state that only keyframes contain, one for each type of part.
///
/// They are at the end of a block, to compare the parts where no keyframe follows.
package struct PartDigests: Sendable {
  package struct Group: Sendable {
    /// The number of parts, or 0 if they are not compared.
    package let count: Int
    /// The digest of the parts, each preceded by its length.
    package let digest: Digest
    /// The first part, or `nil` if the digest comes from a log.
    package let first: KeyframePart?
  }

  package let groups: [Group]

  package init(of state: some Recordable) {
    var indices: [ObjectIdentifier: Int] = [:]
    var members: [[KeyframePart]] = []
    let supplement = SupplementEncoder(of: state)
    for part in supplement.parts + supplement.rootParts {
      let index = indices[ObjectIdentifier(part.type)] ?? members.count
      if index == members.count {
        indices[ObjectIdentifier(part.type)] = index
        members.append([])
      }
      members[index].append(part)
    }
    let describesReferences = supplement.describesReferences
    groups = members.map { parts in
      let isCompared = describesReferences || !(parts[0].type is any ReferencePart.Type)
      return Group(of: parts, isCompared: isCompared)
    }
  }
}

extension PartDigests.Group {
  /// If a part has no name, a replay that starts at a keyframe cannot have the same parts.
  fileprivate init(of parts: [KeyframePart], isCompared: Bool) {
    var encoder = RecordEncoder()
    for part in parts { encoder.append(counted: part.comparedBytes) }
    count = isCompared && parts.allSatisfy(\.isNamed) ? parts.count : 0
    digest = encoder.digest
    first = parts.first
  }
}

extension PartDigests {
  /// The byte before the digests, where a chunk has its step count.
  static let mark: UInt8 = 0

  /// The bytes at the end of a block, or an empty array if no parts are compared.
  package var encoded: [UInt8] {
    guard groups.contains(where: { $0.count > 0 }) else { return [] }
    var encoder = RecordEncoder()
    encoder.append(byte: Self.mark)
    encoder.append(count: groups.count)
    for group in groups {
      encoder.append(count: group.count)
      if group.count > 0 { encoder.append(contentsOf: group.digest.bytes) }
    }
    return encoder.bytes
  }

  init(from decoder: inout RecordDecoder) throws(BadBlock) {
    groups = try BadBlock.reading {
      _ = try decoder.take(1)
      var groups: [Group] = []
      for _ in 0..<(try decoder.count()) {
        let count = Int(try decoder.varint(UInt32.self))
        let bytes = count > 0 ? try decoder.take(Digest.length) : []
        groups.append(Group(count: count, digest: Digest(bytes: bytes), first: nil))
      }
      return groups
    }
  }
}
