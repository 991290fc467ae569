import CaseKeyPaths

/// A case of an enumeration, as far as presentations ask about it.
struct CaseMember<Root> {
  /// The type of the case's value.
  let valueType: Any.Type
  /// Whether a value is in the case.
  let contains: (Root) -> Bool
  /// The identity of the case's value; `nil` if it has none, or the root is in another case.
  let identifier: (Root) -> AnyHashable?

  /// The cases of a type in the order of its source; none if it is not `CasePathable`.
  static func all(of root: Root.Type) -> [CaseMember<Root>] {
    guard let type = root as? any CasePathable.Type else { return [] }
    func members<Enum: CasePathable>(_ type: Enum.Type) -> [CaseMember<Root>] {
      type.caseMembers as? [CaseMember<Root>] ?? []
    }
    return members(type)
  }
}

extension CasePathable {
  fileprivate static var caseMembers: [CaseMember<Self>] {
    guard let paths = allCasePaths as? any Sequence else { return [] }
    return paths.elements.compactMap { element in
      guard let path = element as? PartialCaseKeyPath<Self> else { return nil }
      return (type(of: path).valueType as? any MemberOfCase.Type)?.member(at: path)
    }
  }
}

extension Sequence {
  fileprivate var elements: [Any] { map { $0 } }
}

/// The place of a case, the type of whose value is known to it alone.
private protocol MemberOfCase {
  static func member<Root>(at path: PartialCaseKeyPath<Root>) -> CaseMember<Root>?
}

extension Case: MemberOfCase {
  static func member<Root>(at path: PartialCaseKeyPath<Root>) -> CaseMember<Root>? {
    guard let path = path as? CaseKeyPath<Root, Value> else { return nil }
    let casePath = AnyCasePath(path)
    let identifier = identifying(Value.self)
    return CaseMember(
      valueType: Value.self,
      contains: { casePath.extract(from: $0) != nil },
      identifier: { casePath.extract(from: $0).flatMap { identifier?($0) } })
  }
}

/// A function that gives the identity of values of a type, if they have one.
func identifying<Value>(_ type: Value.Type) -> ((Value) -> AnyHashable?)? {
  guard let type = type as? any Identifiable.Type else { return nil }
  // As `Any`, because a function's type cannot be told without that of its argument.
  func function<Element: Identifiable>(_ type: Element.Type) -> Any {
    { (element: Element) -> AnyHashable? in AnyHashable(element.id) }
  }
  return function(type) as? (Value) -> AnyHashable?
}
