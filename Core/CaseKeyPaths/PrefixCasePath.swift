/// A case path: a way to put a value into a case and to take it out again.
@available(*, deprecated, renamed: "AnyCasePath")
public typealias CasePath<Root, Value> = AnyCasePath<Root, Value>

prefix operator /

/// The case path of a case that takes a value: `/Action.response`.
///
/// A value is taken out through the type's own case paths if it has some, and else by reflection.
@available(*, deprecated, message: "Make the type '@CasePathable', and use a case key path.")
public prefix func / <Root, Value>(
  embed: @escaping (Value) -> Root
) -> AnyCasePath<Root, Value> {
  AnyCasePath(
    generatedEmbed: embed,
    extract: { root in
      guard let value = ReflectedCase<Root>.payload(of: root, as: Value.self),
        ReflectedCase<Root>.areSame(embed(value), root)
      else { return nil }
      return value
    })
}

/// The case path of a case without a value: `/Action.refresh`.
@available(*, deprecated, message: "Make the type '@CasePathable', and use a case key path.")
// Functions are not `Equatable`: without the constraint the compiler takes a case that takes a value
// for a root.
public prefix func / <Root: Equatable>(root: Root) -> AnyCasePath<Root, Void> {
  AnyCasePath(
    generatedEmbed: { root }, extract: { ReflectedCase<Root>.areSame($0, root) ? () : nil })
}

/// The case path from a type to itself: `/Action.self`.
@available(*, deprecated, message: "Use '\\.self'.")
public prefix func / <Root>(type: Root.Type) -> AnyCasePath<Root, Root> {
  AnyCasePath()
}

/// The cases of an enumeration, as reflection tells them.
private enum ReflectedCase<Root> {
  /// The value that the case of an enumeration holds, if it is of a type.
  static func payload<Value>(of root: Root, as type: Value.Type) -> Value? {
    func own<Enum: CasePathable>(_ root: Enum) -> Value? {
      guard let paths = Enum.allCasePaths as? any CasePathReflectable<Enum> else { return nil }
      return (paths[root] as? CaseKeyPath<Enum, Value>)
        .flatMap { AnyCasePath($0).extract(from: root) }
    }
    if let root = root as? any CasePathable, let value = own(root) { return value }
    guard let child = Mirror(reflecting: root).children.first else { return nil }
    if let value = child.value as? Value { return value }
    // A value with a label is a tuple of one.
    let parts = Mirror(reflecting: child.value)
    guard parts.displayStyle == .tuple, parts.children.count == 1 else { return nil }
    return parts.children.first?.value as? Value
  }

  /// Whether two values are in the same case.
  static func areSame(_ one: Root, _ other: Root) -> Bool {
    guard let name = caseName(one), let otherName = caseName(other) else { return false }
    return String(cString: name) == String(cString: otherName)
  }
}

/// The name of the case that a value is in, as the runtime knows it for reflection.
@_silgen_name("swift_EnumCaseName")
private func caseName<Root>(_ value: Root) -> UnsafePointer<CChar>?
