import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The function bodies for an enumeration, recorded as the case's index and its associated values.
///
/// The types of associated values are always inferred. The extension of a nested type is outside of
/// the enclosing type, and cannot use names that are declared there.
struct RecordableEnumeration: RecordableBodies {
  private let cases: [EnumCase]
  private let history: [String]
  private let check: (PayloadElement, EnumCase) -> RecordableCheck?

  init?(_ declaration: EnumDeclSyntax, in context: some MacroExpansionContext) {
    let members = declaration.memberBlock.members
    let enumCases = EnumCases(members)
    cases = enumCases.all
    history = declaration.recordedHistoryCall
    check = { RecordableCheck(element: $0, of: $1, in: context) }
    let errors =
      members.compactMap { $0.decl.as(IfConfigDeclSyntax.self) }.filter(\.declaresStorage)
      .map(MacroError.conditional)
      + enumCases.overloads.map(MacroError.overload)
      + cases.filter(\.availability.areUnavailable).map(MacroError.unavailable)
      + cases.flatMap(\.payload).compactMap(\.type.recordingError)
    for error in errors { context.report(error) }
    if !errors.isEmpty { return nil }
  }

  var describe: [String] {
    if cases.isEmpty { return ["return schema.enumeration(Self.self) { _ in", "}"] }
    var lines: [String] = []
    if cases.contains(where: \.hasValue) {
      // The generic parameter must not hide a type that the enumeration declares.
      lines += [
        "func result<Associated>(of function: (Self) -> Associated) -> Associated.Type {",
        "Associated.self", "}",
      ]
    }
    lines += ["return schema.enumeration(Self.self) { type in"]
    for enumCase in cases {
      let call = "type.case(\(enumCase.name.text.recordedName))"
      lines +=
        enumCase.payload.isEmpty
        ? [call]
        : ["\(call) { payload in"] + enumCase.description { check($0, enumCase) } + ["}"]
    }
    return lines + history + ["type.source()", "}"]
  }

  var record: [String] {
    // Without cases, there is no value to switch over.
    if cases.isEmpty { return [] }
    var lines = ["switch self {"]
    for (index, enumCase) in cases.enumerated() {
      lines += opening(of: enumCase, at: index, prefix: "value")
      lines += ["encoder.append(count: \(index))"] + enumCase.payload.record(from: "value")
    }
    return lines + ["}"]
  }

  var decode: [String] {
    // Decoding a tag below zero always throws an error.
    if cases.isEmpty { return ["_ = try decoder.tag(below: 0)", "Swift.preconditionFailure()"] }
    var lines = ["switch try decoder.tag(below: \(cases.count)) {"]
    for (index, enumCase) in cases.enumerated() {
      // The tag is below the count, so only the last case remains.
      lines += [index == cases.count - 1 ? "default:" : "case \(index):"]
      lines += ["self = \(enumCase.decode)"]
    }
    return lines + ["}"]
  }

  var recordChange: [String] {
    if cases.isEmpty { return [] }
    var lines = ["switch self {"]
    for (index, enumCase) in cases.enumerated() {
      lines += opening(of: enumCase, at: index, prefix: "new")
      lines += ["if case .\(enumCase.pattern(prefix: "old")) = old {"] + enumCase.change
      lines += ["}", "encoder.appendChange(toCase: \(index))"]
      lines += enumCase.payload.record(from: "new") + ["return true"]
    }
    return lines + ["}"]
  }

  /// Returns the lines that open the branch of a case and bind its values.
  private func opening(of enumCase: EnumCase, at index: Int, prefix: String) -> [String] {
    let pattern = enumCase.pattern(prefix: prefix)
    // In Swift 6, no `switch` over an enumeration of uninhabited cases is exhaustive, and a macro
    // cannot know whether the types of the associated values are inhabited.
    guard index == cases.count - 1, cases.allSatisfy(\.hasValue) else {
      return ["case .\(pattern):"]
    }
    return ["default:", "guard case .\(pattern) = self else { Swift.preconditionFailure() }"]
  }
}

// Generated code binds associated values to names such as `value0`. Tuple elements are `value0.1`.
extension EnumCase {
  fileprivate var hasValue: Bool { payload.contains(where: \.form.hasValue) }

  /// Returns the pattern that matches the case and binds its associated values.
  fileprivate func pattern(prefix: String) -> String {
    if payload.allSatisfy(\.form.isUnit) { return name.text }
    let bindings = payload.enumerated().map { index, element in
      element.form.isUnit ? "_" : "let \(prefix)\(index)"
    }
    return "\(name.text)(\(bindings.joined(separator: ", ")))"
  }

  /// Returns statements that describe each value by a function, from which its type is inferred.
  ///
  /// A function is type-checked several times faster than a closure.
  fileprivate func description(
    checkedBy check: (PayloadElement) -> RecordableCheck?
  ) -> [String] {
    func describe(
      _ element: PayloadElement, in parent: String, path: [Int], pattern: String
    ) -> [String] {
      let label = element.label?.recordedName ?? "nil"
      switch element.form {
      case .value:
        let function = "value" + path.map(String.init).joined(separator: "_")
        let value = (["value"] + path.dropFirst().map(String.init)).joined(separator: ".")
        let statement =
          check(element)?.lines(for: value, prefix: "return ", suffix: "!") ?? ["return \(value)"]
        return [
          "func \(function)(of root: Self) -> some RecordCoding.Recordable {",
          "guard case .\(pattern) = root else { Swift.preconditionFailure() }",
        ] + statement + ["}", "\(parent).field(\(label), result(of: \(function)))"]
      case .unit, .function:
        return ["\(parent).tuple(\(label)) { _ in", "}"]
      case .tuple(let elements):
        let inner = elements.enumerated().flatMap { index, element in
          describe(element, in: "tuple", path: path + [index], pattern: pattern)
        }
        return ["\(parent).tuple(\(label)) { tuple in"] + inner + ["}"]
      }
    }
    return payload.enumerated().flatMap { index, element in
      let bindings = payload.indices.map { $0 == index ? "let value" : "_" }
      let pattern = "\(name.text)(\(bindings.joined(separator: ", ")))"
      return describe(element, in: "payload", path: [index], pattern: pattern)
    }
  }

  /// The expression that decodes the associated values and creates the case.
  fileprivate var decode: String {
    if payload.isEmpty { return ".\(name.text)" }
    // The compiler warns that a call never returns if it decodes an uninhabited argument.
    if payload.count == 1, payload[0].label == nil, case .value = payload[0].form {
      return "try decoder.decodeCase(Self.\(name.text))"
    }
    return "try .\(name.text)\(payload.decode)"
  }

  /// The statements that record a change of the associated values of the same case.
  fileprivate var change: [String] {
    guard hasValue else { return ["return false"] }
    return ["let product = encoder.openPayload(fieldCount: \(payload.count))"]
      + payload.change(from: "old", to: "new") + ["return encoder.close(product)"]
  }

  /// The statements that describe former names and initial values.
  var recordedHistory: [String] {
    let name = name.text.recordedName
    let former = declaration.attributes.formerNames.map {
      "recordedHistory.case(\(name), formerly: \($0.name))"
    }
    let parameters = syntax.parameterClause?.parameters.map { $0 } ?? []
    let initial = parameters.enumerated().compactMap { index, parameter -> String? in
      guard let value = parameter.defaultValue?.value,
        case .value(let type) = PayloadForm(parameter.type)
      else { return nil }
      return """
        recordedHistory.case(\(name), valueAt: \(index), (\(type)).self, \
        initially: \(value.trimmedDescription))
        """
    }
    return former + initial
  }
}

extension [PayloadElement] {
  fileprivate func record(from prefix: String) -> [String] {
    enumerated().flatMap { index, element -> [String] in
      let value = "\(prefix)\(index)"
      return switch element.form {
      case .value: ["encoder.encode(part: \(value))"]
      case .unit, .function: ["encoder.appendUnit()"]
      case .tuple(let elements): elements.record(from: "\(value).")
      }
    }
  }

  /// The expression that decodes the arguments of a case or the elements of a tuple.
  fileprivate var decode: String {
    let arguments = map { element in
      let value =
        switch element.form {
        case .value: "decoder.decodePart()"
        case .unit, .function: "decoder.unit()"
        case .tuple(let elements): elements.decode
        }
      return element.prefix + value
    }
    return "(\(arguments.joined(separator: ", ")))"
  }

  fileprivate func change(from old: String, to new: String) -> [String] {
    enumerated().flatMap { index, element -> [String] in
      switch element.form {
      case .value:
        return [
          "encoder.field(part: \(index), of: product, from: \(old)\(index), to: \(new)\(index))"
        ]
      case .unit, .function:
        return []
      case .tuple(let elements):
        let opening =
          "encoder.tuple(\(index), of: product, fieldCount: \(elements.count)) "
          + "{ encoder, product in"
        return [opening]
          + elements.change(from: "\(old)\(index).", to: "\(new)\(index).") + ["}"]
      }
    }
  }
}

extension PayloadForm {
  fileprivate var hasValue: Bool {
    switch self {
    case .value: true
    case .unit, .function: false
    case .tuple(let elements): elements.contains(where: \.form.hasValue)
    }
  }

  fileprivate var isUnit: Bool {
    if case .unit = self { true } else { false }
  }
}

extension String {
  /// The name without backticks, as a string literal.
  var recordedName: String { StringLiteralExprSyntax(content: filter { $0 != "`" }).description }
}

extension MacroError {
  fileprivate static func overload(_ name: TokenSyntax) -> Self {
    Self(
      """
      '@Recordable' cannot tell two cases named '\(name.text)' apart: a log names a case without \
      its labels; rename one of them
      """, at: name)
  }

  fileprivate static func unavailable(_ enumCase: EnumCase) -> Self {
    Self(
      """
      '@Recordable' cannot read back the unavailable case '\(enumCase.name.text)': remove the case
      """, at: enumCase.name)
  }
}
