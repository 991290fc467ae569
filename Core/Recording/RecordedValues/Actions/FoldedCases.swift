import RecordCoding

/// The cases on the path of an action that say nothing to a reader: the one that every presented
/// feature has, and the one that every binding has. Compact texts of actions omit them.
extension Schema {
  /// The maximum number of cases in a row that are omitted, which bounds types that contain
  /// themselves.
  private static let foldLimit = 4

  /// Returns whether compact texts omit a case.
  ///
  /// Does not hold if a case beside it has the same name as one that it leads to, because the text
  /// would have two meanings: `sheet.dismiss`, if the presented feature has such an action, too.
  func isFolded(_ element: RecordCase, of type: TypeReference) -> Bool {
    isFolded(element, of: type, limit: Self.foldLimit)
  }

  private func isFolded(_ element: RecordCase, of type: TypeReference, limit: Int) -> Bool {
    // Most cases have a different name, which is compared first because lists print many actions.
    guard element.name == "presented" || element.name == "binding", limit > 0, isStep(element),
      let inner = element.payload.first?.type
    else { return false }
    let isOmitted =
      element.name == "binding"
      ? isBinding(inner) : isType(type, named: "ComposableArchitecture.PresentationAction<")
    return isOmitted
      && (cases(of: type) ?? []).allSatisfy {
        $0 == element || !leads(from: inner, to: $0.name, limit: limit - 1)
      }
  }

  /// Returns whether a type's cases are named like the fields that they set.
  private func isBinding(_ type: TypeReference) -> Bool {
    isType(type, named: "ComposableArchitecture.BindingAction<")
  }

  private func isType(_ type: TypeReference, named name: String) -> Bool {
    definition(of: type)?.name.hasPrefix(name) == true
  }

  /// Returns whether a compact text assigns the value of a case: `title = "Planning"`.
  func isAssigned(_ element: RecordCase, of type: TypeReference) -> Bool {
    element.payload.count == 1 && isBinding(type)
  }

  /// Returns the index of the case that a compact text omits before the next name or row.
  ///
  /// A name at the end of the text may be incomplete, and is not looked up if `hasWholeNames` is
  /// false.
  func omittedCase(
    of type: TypeReference, before text: TextScanner, hasWholeNames: Bool = true
  ) -> Int? {
    guard let cases = cases(of: type), cases.contains(where: { isFolded($0, of: type) }) else {
      return nil
    }
    var scanner = text
    let isRow = scanner.isNext("[")
    let name = isRow ? nil : scanner.name()
    guard isRow || name != nil, hasWholeNames || isRow || !scanner.isAtEnd,
      !cases.contains(where: { isRow ? self.isRow($0) : $0.name == name })
    else { return nil }
    return cases.firstIndex {
      isFolded($0, of: type) && leads(from: $0.payload[0].type, to: name, limit: Self.foldLimit)
    }
  }

  /// Returns whether a compact text can continue with a name, or with a row, after a type's case.
  private func leads(from type: TypeReference, to name: String?, limit: Int) -> Bool {
    (cases(of: type) ?? []).contains { element in
      if isRow(element) { return name == nil }
      return element.name == name
        || isFolded(element, of: type, limit: limit)
          && leads(from: element.payload[0].type, to: name, limit: limit - 1)
    }
  }
}
