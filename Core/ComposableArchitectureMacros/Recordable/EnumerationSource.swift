import SwiftSyntax

/// The bodies for an enumeration: the index of the case, then its associated values.
///
/// The types of associated values are always inferred. An extension of a nested type is outside of
/// the type around it, so that a name from there would not be found.
struct EnumerationSource: RecordableBodies {
  let cases: [EnumCase]
  let history: HistorySource

  var describe: [String] {
    var lines: [String] = []
    if cases.contains(where: { $0.payload.contains(where: \.form.hasValue) }) {
      // The parameter's name must not hide one of the enumeration's own.
      lines += [
        "func result<Associated>(of function: (Self) -> Associated) -> Associated.Type {",
        "Associated.self", "}",
      ]
    }
    lines += ["return schema.enumeration(Self.self) { type in"]
    lines += cases.flatMap(description)
    return lines + history.call + ["}"]
  }

  private func description(of enumCase: EnumCase) -> [String] {
    let call = "type.case(\(enumCase.name.recordedName))"
    if enumCase.payload.isEmpty { return [call] }
    return ["\(call) { payload in"] + PayloadSource.describe(enumCase) + ["}"]
  }

  var record: [String] {
    var lines = ["switch self {"]
    for (index, enumCase) in cases.enumerated() {
      lines += ["case .\(PayloadSource.pattern(of: enumCase, prefix: "value")):"]
      lines += ["encoder.append(count: \(index))"]
      lines += PayloadSource.record(enumCase.payload, from: "value")
    }
    return lines + ["}"]
  }

  var decode: [String] {
    var lines = ["switch try decoder.tag(below: \(cases.count)) {"]
    for (index, enumCase) in cases.enumerated() {
      // The tag is below the count, so that the last case is what is left.
      lines += [index == cases.count - 1 ? "default:" : "case \(index):"]
      let name = ".\(enumCase.name.text)"
      lines += [
        enumCase.payload.isEmpty
          ? "self = \(name)" : "self = try \(name)\(PayloadSource.decode(enumCase.payload))"
      ]
    }
    return lines + ["}"]
  }

  var recordChange: [String] {
    var lines = ["switch self {"]
    for (index, enumCase) in cases.enumerated() {
      lines += ["case .\(PayloadSource.pattern(of: enumCase, prefix: "new")):"]
      lines += ["if case .\(PayloadSource.pattern(of: enumCase, prefix: "old")) = old {"]
      lines += changeWithin(enumCase)
      lines += ["}", "encoder.appendChange(toCase: \(index))"]
      lines += PayloadSource.record(enumCase.payload, from: "new")
      lines += ["return true"]
    }
    return lines + ["}"]
  }

  private func changeWithin(_ enumCase: EnumCase) -> [String] {
    guard enumCase.payload.contains(where: \.form.hasValue) else { return ["return false"] }
    return ["let product = encoder.openPayload(fieldCount: \(enumCase.payload.count))"]
      + PayloadSource.change(enumCase.payload, from: "old", to: "new")
      + ["return encoder.close(product)"]
  }
}
