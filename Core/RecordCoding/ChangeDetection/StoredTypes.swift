/// The types of what a value of a type stores, as the runtime describes them.
package struct StoredTypes {
  /// A stored property, or the payload of a case.
  package struct Member {
    /// The name of the property or case.
    package let name: String
    /// The type; `nil` if the runtime does not know it.
    package let type: Any.Type?
  }

  /// What a type is to the runtime.
  package enum Kind: Equatable {
    /// A structure.
    case structure
    /// An enumeration.
    case enumeration
    /// A tuple.
    case tuple
    /// A class, or an actor.
    case reference
    /// A function.
    case function
    /// A value of any type that conforms to protocols.
    case existential
    /// A type of the compiler, or the type of a type: neither can change in place.
    case plain
    /// Anything else.
    case unknown
  }

  /// The effects, the result and the parameters of a function type.
  package struct Function {
    /// Whether a call has to be awaited.
    package let isAsync: Bool
    /// Whether a call can throw an error of any type.
    package let isThrowing: Bool
    /// The type of the result; the empty tuple if there is none.
    package let result: Any.Type
    /// Whether a call can change an argument.
    package let hasInoutParameter: Bool
  }

  private let metadata: UnsafeRawPointer

  /// Looks at a type.
  package init(_ type: Any.Type) {
    metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  /// What the type is, by the first word of its metadata.
  package var kind: Kind {
    switch metadata.load(as: UInt.self) {
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

  /// The address of `descriptor`, which tells a generic structure or enumeration from others.
  var origin: UInt { UInt(bitPattern: descriptor) }

  /// The description that all types share which a generic structure or enumeration makes.
  private var descriptor: UnsafeRawPointer {
    metadata.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
  }

  /// The first generic arguments of a structure or an enumeration.
  func arguments(_ count: Int) -> [Any.Type] {
    let first = metadata + 2 * MemoryLayout<UInt>.size
    return (0..<count).map { index in
      first.load(fromByteOffset: index * MemoryLayout<UInt>.size, as: Any.Type.self)
    }
  }

  /// What a structure, an enumeration or a tuple stores; `nil` if the runtime does not say.
  package var members: [Member]? {
    switch kind {
    case .structure, .enumeration: nominalMembers
    case .tuple: tupleMembers
    case .reference, .function, .existential, .plain, .unknown: nil
    }
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
    // After the kind and the flags: the result, the parameters, and 32 bits for each parameter if
    // any of them differs from the default.
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
      // Behind the kind, the count and the labels: for each element its type and its offset.
      let type = metadata.load(fromByteOffset: (3 + 2 * index) * word, as: Any.Type.self)
      return Member(name: "\(index)", type: type)
    }
  }

  private var nominalMembers: [Member]? {
    // The description begins with flags, the context, the name, the accessor, and then the fields.
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

  /// Where a relative pointer points; `nil` if it points nowhere.
  private static func target(of pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = pointer.load(as: Int32.self)
    return distance == 0 ? nil : pointer + Int(distance)
  }

  /// The length of a mangled name, within which references may have zeros.
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
