package import RecordCoding

extension SupplementEncoder {
  /// The indices of the parts of references that a log cannot describe, and does not restore.
  ///
  /// Their paths contain a function or a property that is not recorded, or they lead to a part of a
  /// root whose type is not found by its name.
  package var undescribedReferences: [Int] {
    let unnamedRoots = rootParts.compactMap { part -> Int? in
      guard !part.isNamed, part.type == SharedRoot.self else { return nil }
      return SharedRoot(decoding: part.bytes)?.number
    }
    return parts.indices.filter { index in
      guard parts[index].type == SharedIdentity.self,
        let identity = SharedIdentity(decoding: parts[index].bytes)
      else { return false }
      return !identity.isNamed
        || !identity.path.isEmpty && unnamedRoots.contains(identity.root)
    }
  }
}

extension SharedIdentity {
  /// The bytes of an identity that no reference has.
  package static let placeholder: [UInt8] = {
    var encoder = RecordEncoder()
    encoder.encode(-1)
    encoder.encode("")
    encoder.encode([SharedStep]())
    encoder.encode(Int?.none)
    return encoder.bytes
  }()
}
