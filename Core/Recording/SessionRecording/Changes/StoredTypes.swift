/// The types of a value's stored parts, from the runtime's metadata.
package struct StoredTypes {
  package struct Member {
    package let name: String
    /// The type; `nil` if the runtime does not know it.
    package let type: Any.Type?
  }

  package enum Kind: Equatable {
    case structure
    case enumeration
    case tuple
    /// A class or an actor.
    case reference
    case function
    case existential
    /// A builtin type or a metatype. Neither can change in place.
    case plain
    case unknown
  }

  /// The effects, result and parameters of a function type.
  package struct Function {
    package let isAsync: Bool
    /// Whether a call can throw an error of any type.
    package let isThrowing: Bool
    /// The type of the result; the empty tuple if there is none.
    package let result: Any.Type
    package let hasInoutParameter: Bool
  }

  /// Whether the layout of the metadata is known. It is a part of the ABI on Apple's platforms
  /// only.
  package static var isLayoutKnown: Bool {
    #if canImport(Darwin) || compiler(<6.4)
      true
    #else
      false
    #endif
  }

  private let metadata: UnsafeRawPointer
  private let isLayoutKnown: Bool

  package init(_ type: Any.Type, isLayoutKnown: Bool = Self.isLayoutKnown) {
    metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    self.isLayoutKnown = isLayoutKnown
  }

  /// The kind of the type. All other properties depend on it, and are absent if it is unknown.
  package var kind: Kind {
    guard isLayoutKnown else { return .unknown }
    return switch metadata.load(as: UInt.self) {
    case 0x200: .structure
    case 0x201, 0x202: .enumeration
    case 0x301: .tuple
    case 0x302: .function
    case 0x303, 0x307: .existential
    case 0x300, 0x304, 0x306: .plain
    case 0, 0x203...0x204, 0x305, 0x800...: .reference
    default: .unknown
    }
  }

  /// The address of `descriptor`, which identifies a generic type whatever its arguments.
  var origin: UInt { UInt(bitPattern: descriptor) }

  /// The type descriptor, which all specializations of a generic structure or enumeration share.
  private var descriptor: UnsafeRawPointer {
    metadata.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
  }

  func arguments(_ count: Int) -> [Any.Type] {
    let first = metadata + 2 * MemoryLayout<UInt>.size
    return (0..<count).map { index in
      first.load(fromByteOffset: index * MemoryLayout<UInt>.size, as: Any.Type.self)
    }
  }

  /// The members of a structure, an enumeration or a tuple; `nil` if the runtime has no
  /// description.
  package var members: [Member]? {
    switch kind {
    case .structure, .enumeration: nominalMembers
    case .tuple: tupleMembers
    case .reference, .function, .existential, .plain, .unknown: nil
    }
  }

  /// The number of cases of an enumeration whose cases have no payloads; `nil` for other types.
  package var plainCaseCount: Int? {
    guard kind == .enumeration, members?.isEmpty == true,
      let fields = Self.target(of: descriptor + 16)
    else { return nil }
    return Int(fields.load(fromByteOffset: 12, as: UInt32.self))
  }

  /// The description of a function type; `nil` for other types.
  ///
  /// Source: `TargetFunctionTypeMetadata` in `swift/ABI/Metadata.h` of the Swift runtime, and
  /// `TargetFunctionTypeFlags` and `TargetParameterTypeFlags` in `swift/ABI/MetadataValues.h`.
  package var function: Function? {
    guard kind == .function else { return nil }
    let word = MemoryLayout<UInt>.size
    let flags = metadata.load(fromByteOffset: word, as: UInt.self)
    let count = Int(flags & 0xFFFF)
    // The kind and the flags are followed by the result, the parameters, and 32 bits of flags per
    // parameter if any parameter differs from the default.
    let ownership = metadata + (3 + count) * word
    let hasInout =
      flags & 0x0200_0000 != 0
      && (0..<count).contains { index in
        ownership.load(fromByteOffset: index * 4, as: UInt32.self) & 0x7F == 1
      }
    return Function(
      isAsync: flags & 0x2000_0000 != 0, isThrowing: flags & 0x0100_0000 != 0,
      result: metadata.load(fromByteOffset: 2 * word, as: Any.Type.self),
      hasInoutParameter: hasInout)
  }

  private var tupleMembers: [Member] {
    let word = MemoryLayout<UInt>.size
    let count = metadata.load(fromByteOffset: word, as: Int.self)
    return (0..<count).map { index in
      // The kind, the count and the labels are followed by the type and the offset of each element.
      let type = metadata.load(fromByteOffset: (3 + 2 * index) * word, as: Any.Type.self)
      return Member(name: "\(index)", type: type)
    }
  }

  private var nominalMembers: [Member]? {
    // The descriptor begins with flags, the context, the name and the accessor. The fields follow.
    guard let fields = Self.target(of: descriptor + 16) else { return nil }
    let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
    return (0..<count).compactMap { index in
      let record = fields + 16 + index * recordSize
      let name =
        Self.target(of: record + 8).map {
          String(cString: $0.assumingMemoryBound(to: CChar.self))
        } ?? ""
      // A case without a payload has no type.
      guard let mangled = Self.target(of: record + 4) else {
        return kind == .enumeration ? nil : Member(name: name, type: nil)
      }
      return Member(name: name, type: type(mangled))
    }
  }

  private func type(_ mangled: UnsafeRawPointer) -> Any.Type? {
    _getTypeByMangledNameInContext(
      mangled.assumingMemoryBound(to: UInt8.self), Self.length(of: mangled),
      genericContext: descriptor, genericArguments: metadata + 2 * MemoryLayout<UInt>.size)
  }

  private static func target(of pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = pointer.load(as: Int32.self)
    return distance == 0 ? nil : pointer + Int(distance)
  }

  /// Returns the length of a mangled name. References in the name may contain zero bytes.
  private static func length(of name: UnsafeRawPointer) -> UInt {
    var length = 0
    while true {
      switch name.load(fromByteOffset: length, as: UInt8.self) {
      case 0: return UInt(length)
      case 0x01...0x17: length += 1 + 4
      case 0x18...0x1F: length += 1 + MemoryLayout<UInt>.size
      default: length += 1
      }
    }
  }
}
