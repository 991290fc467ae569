import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The bodies of the four requirements of `Recordable`, as lines of code.
protocol RecordableBodies {
  var describe: [String] { get }
  var record: [String] { get }
  var decode: [String] { get }
  var recordChange: [String] { get }
}

/// The source of the four requirements of `Recordable`.
struct RecordableSource {
  private let bodies: any RecordableBodies
  /// What stands before each requirement: attributes and the access level.
  private let prefix: String
  /// The `where` clause of the conformance, if it has one.
  let constraints: String

  init(
    shape: RecordableShape, of declaration: some DeclGroupSyntax, prefix: String,
    constraints: String, in context: some MacroExpansionContext
  ) {
    let history = HistorySource(of: declaration)
    bodies =
      switch shape {
      case .structure(let properties):
        StructureSource(
          properties: properties, bound: BoundNames(of: declaration.memberBlock.members),
          history: history,
          access: SourceAccess(of: declaration, storing: properties))
      case .enumeration(let cases):
        EnumerationSource(cases: cases, history: history) {
          RecordableCheck(element: $0, of: $1, in: context)
        }
      }
    self.prefix = prefix
    self.constraints = constraints
  }

  /// The requirements, without the one of which a parameter has the type.
  var members: [String] {
    [
      function(
        """
        static func describe(in schema: RecordCoding.SchemaBuilder) -> RecordCoding.TypeReference
        """, bodies.describe),
      function("func record(into encoder: inout RecordCoding.RecordEncoder)", bodies.record),
      function(
        """
        init(recorded decoder: inout RecordCoding.RecordDecoder) \
        throws(RecordCoding.RecordDecodingError)
        """, bodies.decode),
    ]
  }

  /// The requirement of which a parameter has the type.
  var change: String { function(changeSignature, bodies.recordChange) }

  /// The same as a member of the type itself, which has no clause of its own for all members.
  var constrainedChange: String {
    function(changeSignature + constraints, bodies.recordChange)
  }

  private var changeSignature: String {
    """
    func recordChange(from old: Self, into encoder: inout RecordCoding.RecordEncoder) -> Swift.Bool
    """
  }

  private func function(_ signature: String, _ body: [String]) -> String {
    "\(prefix)\(signature) {\n\(body.joined(separator: "\n"))\n}"
  }
}

/// What `@Recordable` records of a type.
enum RecordableShape {
  case structure([StoredProperty])
  case enumeration([EnumCase])

  /// The types of everything that is stored, or what they are inferred from.
  var types: [Syntax] {
    switch self {
    case .structure(let properties): properties.flatMap(\.types)
    case .enumeration(let cases): cases.flatMap(\.payload).map { Syntax($0.type) }
    }
  }

  /// The `@available` attributes of everything that is stored.
  var availability: [AttributeSyntax] {
    switch self {
    case .structure(let properties): properties.flatMap(\.availability)
    case .enumeration(let cases): cases.flatMap(\.availability)
    }
  }
}

/// The bodies for a structure: its stored properties, one after the other.
struct StructureSource: RecordableBodies {
  let properties: [StoredProperty]
  let bound: BoundNames
  let history: HistorySource
  let access: SourceAccess

  private var names: [String] { properties.map(\.storedName) }

  var describe: [String] {
    let checks = checks
    return checks
      + [
        "\(checks.isEmpty ? "" : "return ")schema.structure(Self.self) { "
          + "\(properties.isEmpty ? "_" : "type") in"
      ]
      + properties.map { property in
        let storage =
          if property.isPresentation {
            ", storage: \\._\(property.bareName)"
          } else if property.isRedacted {
            ", redacted: \\._\(property.bareName)"
          } else if property.isBindingState {
            ", binding: \\.$\(property.bareName)"
          } else {
            ""
          }
        return "type.field(\(property.name.recordedName), \\.\(property.describedName)\(storage))"
      }
      + (properties.isEmpty ? [] : bound.calls + history.call + [access.call]) + ["}"]
  }

  /// A function that is never called, with what must compile.
  private var checks: [String] {
    let lines = properties.flatMap { property in
      property.check.map { check in
        ["do {"] + check.lines(for: "value.\(property.describedName)", prefix: "_ = ") + ["}"]
      } ?? []
    }
    return lines.isEmpty ? [] : ["func check(_ value: Self) {"] + lines + ["}"]
  }

  var record: [String] {
    if properties.isEmpty { return ["encoder.appendUnit()"] }
    return properties.map { "encoder.encode(part: self.\($0.writtenName))" }
  }

  var decode: [String] {
    if properties.isEmpty { return ["try decoder.unit()"] }
    return names.map { "self.\($0) = try decoder.decodePart()" }
  }

  var recordChange: [String] {
    if properties.isEmpty { return ["false"] }
    return ["let product = encoder.openProduct(fieldCount: \(properties.count))"]
      + properties.map(\.writtenName).enumerated().map { index, name in
        "encoder.field(part: \(index), of: product, from: old.\(name), to: self.\(name))"
      }
      + ["return encoder.close(product)"]
  }
}

extension TokenSyntax {
  /// The name without backticks, as a string literal.
  var recordedName: String {
    text.recordedName
  }
}

extension String {
  /// A name without backticks, as a string literal.
  var recordedName: String {
    StringLiteralExprSyntax(content: filter { $0 != "`" }).description
  }
}

/// The bodies for an enumeration: the index of the case, then its associated values.
///
/// The types of associated values are always inferred. An extension of a nested type is outside of
/// the type around it, so that a name from there would not be found.
struct EnumerationSource: RecordableBodies {
  let cases: [EnumCase]
  let history: HistorySource
  let check: (PayloadElement, EnumCase) -> RecordableCheck?

  var describe: [String] {
    var lines: [String] = []
    if cases.contains(where: { $0.payload.contains(where: \.form.hasValue) }) {
      // The parameter's name must not hide one of the enumeration's own.
      lines += [
        "func result<Associated>(of function: (Self) -> Associated) -> Associated.Type {",
        "Associated.self", "}",
      ]
    }
    lines += ["return schema.enumeration(Self.self) { \(cases.isEmpty ? "_" : "type") in"]
    lines += cases.flatMap(description)
    return lines + history.call + (cases.isEmpty ? [] : ["type.source()"]) + ["}"]
  }

  private func description(of enumCase: EnumCase) -> [String] {
    let call = "type.case(\(enumCase.name.recordedName))"
    if enumCase.payload.isEmpty { return [call] }
    return ["\(call) { payload in"] + PayloadSource.describe(enumCase, checkedBy: check) + ["}"]
  }

  var record: [String] {
    // Without cases there is no value to switch over, which the compiler knows.
    if cases.isEmpty { return [] }
    var lines = ["switch self {"]
    for (index, enumCase) in cases.enumerated() {
      lines += opening(of: enumCase, at: index, prefix: "value")
      lines += ["encoder.append(count: \(index))"]
      lines += PayloadSource.record(enumCase.payload, from: "value")
    }
    return lines + ["}"]
  }

  var decode: [String] {
    // No tag is below zero.
    if cases.isEmpty { return ["_ = try decoder.tag(below: 0)", "Swift.preconditionFailure()"] }
    var lines = ["switch try decoder.tag(below: \(cases.count)) {"]
    for (index, enumCase) in cases.enumerated() {
      // The tag is below the count, so that the last case is what is left.
      lines += [index == cases.count - 1 ? "default:" : "case \(index):"]
      lines += ["self = \(PayloadSource.decode(enumCase))"]
    }
    return lines + ["}"]
  }

  var recordChange: [String] {
    if cases.isEmpty { return [] }
    var lines = ["switch self {"]
    for (index, enumCase) in cases.enumerated() {
      lines += opening(of: enumCase, at: index, prefix: "new")
      lines += ["if case .\(PayloadSource.pattern(of: enumCase, prefix: "old")) = old {"]
      lines += changeWithin(enumCase)
      lines += ["}", "encoder.appendChange(toCase: \(index))"]
      lines += PayloadSource.record(enumCase.payload, from: "new")
      lines += ["return true"]
    }
    return lines + ["}"]
  }

  /// What begins the branch of a case, and binds its values.
  private func opening(of enumCase: EnumCase, at index: Int, prefix: String) -> [String] {
    let pattern = PayloadSource.pattern(of: enumCase, prefix: prefix)
    // No `switch` covers an enumeration none of whose cases can have a value, says Swift 6, and of
    // the types of the values it is not known whether they can.
    let haveValues = cases.allSatisfy { $0.payload.contains(where: \.form.hasValue) }
    guard haveValues, index == cases.count - 1 else { return ["case .\(pattern):"] }
    return ["default:", "guard case .\(pattern) = self else { Swift.preconditionFailure() }"]
  }

  private func changeWithin(_ enumCase: EnumCase) -> [String] {
    guard enumCase.payload.contains(where: \.form.hasValue) else { return ["return false"] }
    return ["let product = encoder.openPayload(fieldCount: \(enumCase.payload.count))"]
      + PayloadSource.change(enumCase.payload, from: "old", to: "new")
      + ["return encoder.close(product)"]
  }
}
