import Foundation

/// A single level of a value, as shown in a dump.
struct Shape {
  enum Kind {
    /// A value represented by its ``opening`` only.
    case leaf
    /// A string to show quoted, stored unquoted in ``opening``.
    case text
    case structure
    case collection
    case dictionary
    case set
  }

  enum Label {
    case none
    case name(String)
    case index(Int)
    case key(Any)
  }

  struct Child {
    var label: Label
    var value: Any
    var sortKey: SortKey?
  }

  var kind: Kind
  var opening: String
  var closing = ""
  var children: [Child] = []
  var object: AnyObject?
  /// Whether the value has fields that a dump doesn't show. Its other field has a line of its own.
  var omitsFields = false
  /// Whether the children have no order of their own, and are sorted.
  var isSorted = false
}

extension Shape.Label {
  var name: String? {
    if case .name(let name) = self { name } else { nil }
  }
}

extension Shape {
  /// Creates the shape of a value. At the root of a dump, an enum includes its type.
  ///
  /// `isDescribed` is whether a custom description replaces the contents.
  init(_ value: Any, isRoot: Bool = false, isDescribed: Bool = true, names: TypeNames) {
    switch value {
    case let type as any Any.Type:
      self = .leaf(names.fullName(of: type) + ".self")
    case let value as any CustomDumpStringConvertible where isDescribed:
      self = .leaf(value.customDumpDescription)
    case let value as any CustomDumpRepresentable:
      self.init(value.customDumpValue, isRoot: isRoot, isDescribed: isDescribed, names: names)
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
      omitsFields = children.count < mirror.children.count
    case .class?, .foreignReference?:
      self = .structure(names.name(of: mirror.subjectType), Self.inherited(mirror))
      omitsFields = mirror.children.contains { isOmitted($0.label) }
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
      sort(unlessOrdered: mirror.subjectType)
    case .set?:
      self.init(kind: .set, opening: "Set([", closing: "])", children: Self.elements(mirror))
      sort(unlessOrdered: mirror.subjectType)
    default:
      self.init(plain: value, mirror: mirror, names: names)
    }
  }

  private static func structure(_ name: String, _ children: [Child]) -> Self {
    Self(kind: .structure, opening: name + "(", closing: ")", children: children)
  }

  /// Creates the shape of a value without a display style, such as a number or a function.
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

extension Shape {
  /// Returns the only child of a structure, if it has no children and fits on one line.
  func inlineChild(names: TypeNames) -> Child? {
    guard kind == .structure, children.count == 1, !omitsFields, !isWrapped(children[0].value)
    else { return nil }
    let shape = Shape(children[0].value, names: names)
    return shape.children.isEmpty && !shape.opening.contains("\n") ? children[0] : nil
  }
}

/// Returns whether a value is a non-`nil` optional without a custom representation.
private func isWrapped(_ value: Any) -> Bool {
  if value is any CustomDumpStringConvertible || value is any CustomDumpRepresentable {
    return false
  }
  let mirror = Mirror(reflecting: value)
  return mirror.displayStyle == .optional && !mirror.children.isEmpty
}

/// Omits fields added by macros (`_$…`), and names observed storage (`_name`) like its property.
private func named(_ children: Mirror.Children) -> [Shape.Child] {
  let isObserved = children.contains { $0.label?.hasPrefix("_$") == true }
  return children.compactMap { child in
    guard let label = child.label, !label.hasPrefix(".") else {
      return Shape.Child(label: .none, value: child.value)
    }
    if isOmitted(label) { return nil }
    let isWrapper = isObserved || child.value is any CustomDumpWrapper
    let name = isWrapper && label.hasPrefix("_") ? String(label.dropFirst()) : label
    return Shape.Child(label: .name(name), value: child.value)
  }
}

private func isOmitted(_ label: String?) -> Bool { label?.hasPrefix("_$") == true }

/// Returns the name of an enum's case without a payload, even if its type has a custom description.
private func caseName(of value: Any) -> String {
  func name<T>(_ value: T) -> String {
    enumCaseName(value).map { String(cString: $0) } ?? "\(value)"
  }
  return _openExistential(value, do: name)
}

// The standard library's `dump` uses this function. A mirror doesn't have the name.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<T>(_ value: T) -> UnsafePointer<CChar>?

extension Shape {
  static func entries(_ mirror: Mirror) -> [Child] {
    mirror.children.map { entry in
      let parts = Mirror(reflecting: entry.value).children.map(\.value)
      guard parts.count == 2 else { return element(entry.value) }
      return Child(label: .key(parts[0]), value: parts[1], sortKey: SortKey(parts[0]))
    }
  }

  static func elements(_ mirror: Mirror) -> [Child] {
    mirror.children.map { element($0.value) }
  }

  private static func element(_ value: Any) -> Child {
    Child(label: .none, value: value, sortKey: SortKey(value))
  }

  /// Sorts the children, unless a collection of a type has an order of its own.
  private mutating func sort(unlessOrdered type: Any.Type) {
    isSorted = type is any UnorderedCollection.Type
    guard isSorted else { return }
    children.sort { lhs, rhs in
      guard let left = lhs.sortKey, let right = rhs.sortKey else { return false }
      if left != right { return left < right }
      // Keys with the same dump, such as objects, are ordered by their values.
      return String(customDumping: lhs.value) < String(customDumping: rhs.value)
    }
  }
}

/// A collection whose elements have no order of their own.
private protocol UnorderedCollection {}

extension Dictionary: UnorderedCollection {}
extension Set: UnorderedCollection {}
extension NSDictionary: UnorderedCollection {}
extension NSSet: UnorderedCollection {}

/// The sort key of a dictionary's key. Keys are sorted by their dumps, and integers in numerical
/// order.
struct SortKey: Hashable {
  let integer: Int128?
  let dump: String

  init(_ value: Any) {
    let base = (value as? AnyHashable)?.base ?? value
    integer = (base as? any BinaryInteger).flatMap { Int128(exactly: $0) }
    dump = String(customDumping: value)
  }
}

extension SortKey: Comparable {
  static func < (lhs: SortKey, rhs: SortKey) -> Bool {
    switch (lhs.integer, rhs.integer) {
    case (let left?, let right?): left == right ? lhs.dump < rhs.dump : left < right
    case (nil, nil): lhs.dump < rhs.dump
    case (_?, nil): rhs.dump > "0"
    case (nil, _?): lhs.dump < "0"
    }
  }
}
