extension Shape {
  /// Looks one level into a value; at the root of a dump an enum shows its type.
  init(_ value: Any, isRoot: Bool = false, names: TypeNames) {
    switch value {
    case let type as any Any.Type:
      self = .leaf(names.name(of: type) + ".self")
    case let value as any CustomDumpStringConvertible:
      self = .leaf(value.customDumpDescription)
    case let value as any CustomDumpRepresentable:
      self.init(value.customDumpValue, isRoot: isRoot, names: names)
    case let string as any StringProtocol:
      self.init(kind: .text, opening: String(string))
    default:
      let mirror =
        (value as? any CustomDumpReflectable)?.customDumpMirror ?? Mirror(reflecting: value)
      self.init(value, mirror: mirror, isRoot: isRoot, names: names)
    }
  }

  static func leaf(_ text: String) -> Self { Self(kind: .leaf, opening: text) }

  private init(_ value: Any, mirror: Mirror, isRoot: Bool, names: TypeNames) {
    switch mirror.displayStyle {
    case .struct?:
      self = .structure(names.name(of: mirror.subjectType), named(mirror.children))
    case .class?, .foreignReference?:
      self = .structure(names.name(of: mirror.subjectType), Self.inherited(mirror))
      if type(of: value) is AnyClass { object = value as AnyObject }
    case .tuple?:
      self = .structure("", named(mirror.children))
    case .enum?:
      self.init(enumeration: value, mirror: mirror, isRoot: isRoot, names: names)
    case .optional?:
      if let wrapped = mirror.children.first?.value {
        self.init(wrapped, isRoot: isRoot, names: names)
      } else {
        self = .leaf("nil")
      }
    case .collection?:
      self.init(kind: .collection, opening: "[", closing: "]")
      children = mirror.children.enumerated().map { Child(label: .index($0), value: $1.value) }
    case .dictionary?:
      self.init(kind: .dictionary, opening: "[", closing: "]", children: Self.entries(mirror))
    case .set?:
      self.init(kind: .set, opening: "Set([", closing: "])", children: Self.elements(mirror))
    default:
      self.init(plain: value, mirror: mirror, names: names)
    }
  }

  private static func structure(_ name: String, _ children: [Child]) -> Self {
    Self(kind: .structure, opening: name + "(", closing: ")", children: children)
  }

  /// A value without a display style: a number, a function, something of the system.
  private init(plain value: Any, mirror: Mirror, names: TypeNames) {
    switch value {
    case let value as any CustomStringConvertible: self = .leaf(value.description)
    case let value as any CustomDebugStringConvertible: self = .leaf(value.debugDescription)
    default:
      let name = names.name(of: type(of: value))
      self = mirror.children.isEmpty ? .leaf(name) : .structure(name, named(mirror.children))
    }
  }

  private init(enumeration value: Any, mirror: Mirror, isRoot: Bool, names: TypeNames) {
    let type = isRoot ? names.name(of: mirror.subjectType) : ""
    guard let payload = mirror.children.first else {
      self = .leaf("\(type).\(caseName(of: value))")
      return
    }
    let payloadMirror = Mirror(reflecting: payload.value)
    let children =
      payloadMirror.displayStyle == .tuple
      ? named(payloadMirror.children) : [Child(label: .none, value: payload.value)]
    self = .structure("\(type).\(payload.label ?? caseName(of: value))", children)
  }

  private static func inherited(_ mirror: Mirror) -> [Child] {
    (mirror.superclassMirror.map(inherited) ?? []) + named(mirror.children)
  }
}

/// The fields of a struct, class or tuple.
///
/// What a macro adds for itself (`_$…`) is left out, and the stored properties behind those that
/// it observes (`_name`) have the names that their author gave them.
private func named(_ children: Mirror.Children) -> [Shape.Child] {
  let isObserved = children.contains { $0.label?.hasPrefix("_$") == true }
  return children.compactMap { child in
    guard let label = child.label, !label.hasPrefix(".") else {
      return Shape.Child(label: .none, value: child.value)
    }
    if label.hasPrefix("_$") { return nil }
    let name = isObserved && label.hasPrefix("_") ? String(label.dropFirst()) : label
    return Shape.Child(label: .name(name), value: child.value)
  }
}

/// The name of an enum's case that has no payload, whatever its type says of itself.
private func caseName(of value: Any) -> String {
  func name<T>(_ value: T) -> String {
    enumCaseName(value).map { String(cString: $0) } ?? "\(value)"
  }
  return _openExistential(value, do: name)
}

// The standard library's own way, which its `dump` takes; a mirror does not know this name.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<T>(_ value: T) -> UnsafePointer<CChar>?
