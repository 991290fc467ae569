import SwiftSyntax

/// Code for associated values, which are bound to names such as `value0`, and for the elements of
/// tuples among them, such as `value0.1`.
enum PayloadSource {
  /// The pattern that matches a case and binds its associated values.
  static func pattern(of enumCase: EnumCase, prefix: String) -> String {
    if enumCase.payload.allSatisfy(\.form.isUnit) { return enumCase.name.text }
    let bindings = enumCase.payload.enumerated().map { index, element in
      element.form.isUnit ? "_" : "let \(prefix)\(index)"
    }
    return "\(enumCase.name.text)(\(bindings.joined(separator: ", ")))"
  }

  /// Describes each value by a function that would return it, from which its type is inferred: a
  /// function is checked several times faster than a closure.
  static func describe(
    _ enumCase: EnumCase, checkedBy check: (PayloadElement, EnumCase) -> RecordableCheck?
  ) -> [String] {
    let payload = enumCase.payload
    return payload.enumerated().flatMap { index, element in
      let bindings = payload.indices.map { $0 == index ? "let value" : "_" }
      let pattern = "\(enumCase.name.text)(\(bindings.joined(separator: ", ")))"
      return describe(element, in: "payload", path: [index], pattern: pattern) {
        check($0, enumCase)
      }
    }
  }

  private static func describe(
    _ element: PayloadElement, in name: String, path: [Int], pattern: String,
    checkedBy check: (PayloadElement) -> RecordableCheck?
  ) -> [String] {
    let label = element.label?.recordedName ?? "nil"
    switch element.form {
    case .value:
      let function = "value" + path.map(String.init).joined(separator: "_")
      let value = (["value"] + path.dropFirst().map(String.init)).joined(separator: ".")
      return [
        "func \(function)(of root: Self) -> some RecordCoding.Recordable {",
        "guard case .\(pattern) = root else { Swift.preconditionFailure() }",
      ] + (check(element)?.lines(for: value, prefix: "return ", suffix: "!") ?? ["return \(value)"])
        + [
          "}",
          "\(name).field(\(label), result(of: \(function)))",
        ]
    case .unit, .function:
      return ["\(name).tuple(\(label)) { _ in", "}"]
    case .tuple(let elements):
      let inner = elements.enumerated().flatMap { index, element in
        describe(
          element, in: "tuple", path: path + [index], pattern: pattern, checkedBy: check)
      }
      return ["\(name).tuple(\(label)) { tuple in"] + inner + ["}"]
    }
  }

  static func record(_ elements: [PayloadElement], from prefix: String) -> [String] {
    elements.enumerated().flatMap { index, element -> [String] in
      let value = "\(prefix)\(index)"
      switch element.form {
      case .value: return ["encoder.encode(part: \(value))"]
      case .unit, .function: return ["encoder.appendUnit()"]
      case .tuple(let elements): return record(elements, from: "\(value).")
      }
    }
  }

  /// The case, its associated values read one after the other.
  static func decode(_ enumCase: EnumCase) -> String {
    let name = enumCase.name.text
    if enumCase.payload.isEmpty { return ".\(name)" }
    // A call that reads a value of a type without values never returns, of which the compiler warns.
    if let only = enumCase.payload.first, enumCase.payload.count == 1, only.label == nil,
      case .value = only.form
    {
      return "try decoder.decodeCase(Self.\(name))"
    }
    return "try .\(name)\(decode(enumCase.payload))"
  }

  /// The arguments of a case or the elements of a tuple, read one after the other.
  private static func decode(_ elements: [PayloadElement]) -> String {
    let arguments = elements.map { element in
      let value =
        switch element.form {
        case .value: "decoder.decodePart()"
        case .unit, .function: "decoder.unit()"
        case .tuple(let elements): decode(elements)
        }
      return element.prefix + value
    }
    return "(\(arguments.joined(separator: ", ")))"
  }

  static func change(
    _ elements: [PayloadElement], from old: String, to new: String
  ) -> [String] {
    elements.enumerated().flatMap { index, element -> [String] in
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
          + change(elements, from: "\(old)\(index).", to: "\(new)\(index).") + ["}"]
      }
    }
  }
}

extension PayloadForm {
  /// Whether there is a value in it.
  var hasValue: Bool {
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
