/// The cases of an enumeration, determined by reflection.
package enum ReflectedCase<Root> {
  package static var isEnumeration: Bool { metadataKind(Root.self) == 0x201 }

  /// Returns the address of the case's name, which is stable within a process.
  package static func number(of root: Root) -> Int {
    caseName(root).map { Int(bitPattern: $0) } ?? 0
  }

  package static func name(of root: Root) -> String? {
    caseName(root).map { String(cString: $0) }
  }

  package static func payload(of root: Root) -> Any? {
    guard let child = Mirror(reflecting: root).children.first else { return nil }
    // A payload with a label is reflected as a tuple with one element.
    let parts = Mirror(reflecting: child.value)
    guard parts.displayStyle == .tuple, parts.children.count == 1 else { return child.value }
    return parts.children.first?.value
  }

  /// Returns the inverse of `embed`: a function that extracts the value of a case.
  package static func extraction<Value>(_ embed: @escaping (Value) -> Root) -> (Root) -> Value? {
    guard Root.self is any ReflectedOptional.Type else { return { direct(embed, from: $0) } }
    // A case of the wrapped value takes precedence over a case of the optional.
    return { wrapped(embed, from: $0) ?? direct(embed, from: $0) }
  }

  /// Compares the cases of values or, for optionals, of their wrapped values.
  package static func comparison(with one: Root) -> (Root) -> Bool {
    guard let optional = one as? any ReflectedOptional else { return { haveSameName(one, $0) } }
    return wrappedComparison(with: optional)
  }

  private static func wrappedComparison<Optional: ReflectedOptional>(
    with one: Optional
  ) -> (Root) -> Bool {
    guard let wrapped = one.wrapped else { return { ($0 as? Optional)?.wrapped == nil } }
    let areSame = ReflectedCase<Optional.Wrapped>.comparison(with: wrapped)
    return { ($0 as? Optional)?.wrapped.map(areSame) ?? false }
  }

  private static func direct<Value>(_ embed: (Value) -> Root?, from root: Root) -> Value? {
    guard let value = payload(of: root, as: Value.self), let other = embed(value),
      haveSameName(other, root)
    else { return nil }
    return value
  }

  private static func wrapped<Value>(_ embed: (Value) -> Root, from root: Root) -> Value? {
    func unwrapped<Optional: ReflectedOptional>(_ root: Optional) -> Value? {
      root.wrapped.flatMap {
        ReflectedCase<Optional.Wrapped>.direct({ (embed($0) as? Optional)?.wrapped }, from: $0)
      }
    }
    return (root as? any ReflectedOptional).flatMap { unwrapped($0) }
  }

  private static func payload<Value>(of root: Root, as type: Value.Type) -> Value? {
    func own<Enum: CasePathable>(_ root: Enum) -> Value? {
      guard let paths = Enum.allCasePaths as? any CasePathReflectable<Enum> else { return nil }
      return (paths[root] as? CaseKeyPath<Enum, Value>)
        .flatMap { AnyCasePath($0).extract(from: root) }
    }
    if let root = root as? any CasePathable, let value = own(root) { return value }
    return payload(of: root) as? Value
  }

  private static func haveSameName(_ one: Root, _ other: Root) -> Bool {
    guard let name = Self.name(of: one), let otherName = Self.name(of: other) else { return false }
    return name == otherName && labels(of: one) == labels(of: other)
  }

  /// Returns the labels of the payload, by which cases of one name differ.
  private static func labels(of root: Root) -> [String?] {
    guard let child = Mirror(reflecting: root).children.first else { return [] }
    let parts = Mirror(reflecting: child.value)
    return parts.displayStyle == .tuple ? parts.children.map(\.label) : []
  }
}

private protocol ReflectedOptional<Wrapped> {
  associatedtype Wrapped
  var wrapped: Wrapped? { get }
}

extension Optional: ReflectedOptional {
  fileprivate var wrapped: Wrapped? { self }
}

/// Returns the case name that the runtime stores for reflection.
@_silgen_name("swift_EnumCaseName")
private func caseName<Root>(_ value: Root) -> UnsafePointer<CChar>?

/// Returns the runtime's kind of a type; 0x201 is an enumeration.
@_silgen_name("swift_getMetadataKind")
private func metadataKind(_ type: Any.Type) -> UInt
