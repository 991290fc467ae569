import SwiftSyntax

struct EnumCase {
  /// The name as spelled in the source, with backticks if it needs them.
  let name: TokenSyntax
  let payload: [PayloadElement]
  let availability: [AttributeSyntax]
  let syntax: EnumCaseElementSyntax
  /// The declaration that contains the case, possibly among others.
  let declaration: EnumCaseDeclSyntax
}

/// The cases of an enumeration in source order, with the `#if` directives around them.
struct EnumCases {
  enum Item {
    case element(EnumCase)
    case conditional([Clause])
  }

  /// A branch of `#if`, with its directive and its cases.
  struct Clause {
    let opening: String
    let cases: EnumCases
  }

  let items: [Item]

  private init(items: [Item]) {
    self.items = items
  }

  init(_ members: MemberBlockItemListSyntax) {
    items = members.flatMap { Self.items(of: $0.decl) }
  }

  private static func items(of member: DeclSyntax) -> [Item] {
    if let declaration = member.as(EnumCaseDeclSyntax.self) {
      return declaration.elements.map {
        .element(
          EnumCase(
            name: $0.name,
            payload: $0.parameterClause?.parameters.map(PayloadElement.init) ?? [],
            availability: declaration.attributes.availability, syntax: $0,
            declaration: declaration))
      }
    }
    guard let conditional = member.as(IfConfigDeclSyntax.self) else { return [] }
    let clauses = conditional.clauses.map { clause in
      Clause(
        opening: [clause.poundKeyword.text, clause.condition?.trimmedDescription]
          .compactMap { $0 }.joined(separator: " "),
        cases: Self(clause.elements?.as(MemberBlockItemListSyntax.self) ?? []))
    }
    return clauses.allSatisfy(\.cases.items.isEmpty) ? [] : [.conditional(clauses)]
  }

  /// All cases, including those in every branch of `#if`.
  var all: [EnumCase] {
    items.flatMap { item in
      switch item {
      case .element(let element): [element]
      case .conditional(let clauses): clauses.flatMap(\.cases.all)
      }
    }
  }

  /// The last case outside of `#if`.
  var lastInEveryBuild: EnumCase? {
    items.reversed().lazy.compactMap { item -> EnumCase? in
      if case .element(let element) = item { element } else { nil }
    }.first
  }

  /// Returns lines of code for each case, within the same `#if` as the case.
  func lines(for element: (EnumCase) -> [String]) -> [String] {
    items.flatMap { item in
      switch item {
      case .element(let enumCase): element(enumCase)
      case .conditional(let clauses):
        clauses.flatMap { [$0.opening] + $0.cases.lines(for: element) } + ["#endif"]
      }
    }
  }

  /// The cases that are available on some platform.
  var usable: EnumCases {
    EnumCases(
      items: items.compactMap { item in
        switch item {
        case .element(let element):
          element.availability.areUnavailableEverywhere ? nil : item
        case .conditional(let clauses):
          .conditional(clauses.map { Clause(opening: $0.opening, cases: $0.cases.usable) })
        }
      })
  }

  /// The names of cases that repeat the name of an earlier case in the same build.
  var overloads: [TokenSyntax] {
    var names: Set<String> = []
    return overloads(of: &names)
  }

  private func overloads(of names: inout Set<String>) -> [TokenSyntax] {
    var found: [TokenSyntax] = []
    for item in items {
      switch item {
      case .element(let element):
        if !names.insert(element.name.text).inserted { found.append(element.name) }
      case .conditional(let clauses):
        let outer = names
        for clause in clauses {
          var inner = outer
          found += clause.cases.overloads(of: &inner)
          names.formUnion(inner)
        }
      }
    }
    return found
  }
}
