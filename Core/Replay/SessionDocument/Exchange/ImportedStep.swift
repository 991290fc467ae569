import Foundation
import RecordCoding
import RecordedValues
import SessionModel

/// A step from an imported line, checked against the schema of the header.
struct ImportedStep {
  let number: UInt64
  let elapsed: UInt64
  private(set) var flags: StepFlags = []
  /// The bytes of the action and the effect, or of the mark.
  private(set) var content: [UInt8] = []
  private(set) var distance: UInt64?
  private(set) var reads: [UInt8]?
  private(set) var changes: [ImportedChange] = []
  /// The bytes of an outside change, in a log of the level `actions`.
  private(set) var changeBytes: [UInt8]?

  init(_ line: ImportedLine, header: SessionHeader) throws(ValueFault) {
    number = try line.number("step")
    elapsed = try line.number("elapsedMilliseconds")
    let common: Set<String> = ["kind", "step", "elapsedMilliseconds"]
    switch try line.string("kind") {
    case "mark":
      try line.check(common.union(["text"]))
      try Self.require(SessionHeader.marks, header)
      flags = .mark
      content = Array(try line.string("text").utf8)
    case "outsideChange":
      try line.check(common.union([header.level != .actions ? "changes" : "changeBytes"]))
      try Self.require(SessionHeader.sharedState, header)
      flags = .outside
      if header.level != .actions {
        try readChange(line, header)
        return
      }
      let bytes = try line.bytes("changeBytes")
      guard !bytes.isEmpty else { throw ValueFault("changeBytes", "it is empty") }
      changeBytes = bytes
    default:
      try line.check(
        common.union([
          "origin", "startedBy", "name", "text", "action", "references", "unfinished", "changes",
          "effect",
          "reads",
        ]))
      try readAction(line, header)
    }
  }

  private static func require(
    _ feature: String, _ header: SessionHeader
  ) throws(ValueFault) {
    guard header.requires.contains(feature) else {
      throw ValueFault("kind", "this kind needs '\(feature)' in the header's 'requires'")
    }
  }

  private mutating func readAction(
    _ line: ImportedLine, _ header: SessionHeader
  ) throws(ValueFault) {
    switch try line.string("origin") {
    case "sent":
      guard line["startedBy"] == nil else {
        throw ValueFault("startedBy", "an action that was sent has no effect that started it")
      }
    case "received":
      let startedBy = try line.number("startedBy")
      guard 1..<max(number, 1) ~= startedBy else {
        throw ValueFault("startedBy", "step \(startedBy) is not before step \(number)")
      }
      flags.insert(.received)
      distance = number - startedBy
    case let origin: throw ValueFault("origin", "'\(origin)' is not sent or received")
    }
    let action = try line.value("action").recorded(
      as: header.action, in: header.schema, at: "action")
    var encoder = RecordEncoder()
    if header.describesActionReferences {
      encoder.append(counted: line["references"] == nil ? [] : try line.bytes("references"))
    }
    encoder.encode(action, as: header.action, in: header.schema)
    if try line.flag("unfinished") {
      flags.insert(.unfinished)
      for key in ["changes", "effect", "reads"] where line[key] != nil {
        throw ValueFault(key, "an unfinished step has only an action")
      }
    } else if let json = line["effect"] {
      let effect = try EffectShape(json, at: "effect", of: header)
      if effect != .none {
        effect.record(into: &encoder)
        flags.insert(.effect)
      }
    }
    content = encoder.bytes
    try readChange(line, header)
    if line["reads"] != nil { try readReads(try line.list("reads"), header) }
  }

  private mutating func readChange(
    _ line: ImportedLine, _ header: SessionHeader
  ) throws(ValueFault) {
    guard line["changes"] != nil else { return }
    guard header.level != .actions else {
      throw ValueFault("changes", "a log of level '\(header.level.rawValue)' has no changes")
    }
    for (index, value) in try line.list("changes").enumerated() {
      changes.append(try ImportedChange(value, at: "changes[\(index)]"))
    }
  }

  private mutating func readReads(
    _ values: [JSONValue], _ header: SessionHeader
  ) throws(ValueFault) {
    guard !values.isEmpty else { return }
    var encoder = RecordEncoder()
    for (index, value) in values.enumerated() {
      let location = "reads[\(index)]"
      let line = try ImportedLine(value, at: location, keys: ["dependency", "value"])
      let name = try line.string("dependency")
      guard let dependency = header.dependencies.firstIndex(where: { $0.name == name }) else {
        throw ValueFault("\(location).dependency", "the header has no dependency '\(name)'")
      }
      encoder.append(varint: UInt32(dependency))
      let type = header.dependencies[dependency].type
      let value = try line.value("value").recorded(
        as: type, in: header.schema, at: "\(location).value")
      encoder.encode(value, as: type, in: header.schema)
    }
    reads = encoder.bytes
    flags.insert(.reads)
  }
}

extension EffectShape {
  fileprivate init(
    _ json: JSONValue, at key: String, of header: SessionHeader
  ) throws(ValueFault) {
    switch json {
    case .string("none"): self = .none
    case .string("run"): self = .run
    case .string("send"): self = .send(.unknown)
    case .object(let fields) where fields.count == 1:
      self = try Self.shape(fields[0].key, fields[0].value, "\(key).\(fields[0].key)", header)
    default: throw ValueFault(key, found: json, expected: "the shape of an effect")
    }
  }

  private static func shape(
    _ name: String, _ json: JSONValue, _ location: String, _ header: SessionHeader
  ) throws(ValueFault) -> EffectShape {
    switch (name, json) {
    case ("send", _):
      let action = try json.recorded(as: header.action, in: header.schema, at: location)
      var encoder = RecordEncoder()
      encoder.encode(action, as: header.action, in: header.schema)
      return .send(.bytes(encoder.bytes))
    case ("sendNamed", .string(let name)): return .send(.name(name))
    case ("sendBytes", .string(let text)):
      guard let data = Data(base64Encoded: text) else {
        throw ValueFault(location, found: json, expected: "Base64")
      }
      return .send(.bytes([UInt8](data)))
    case ("merge", .list(let parts)): return .merge(try shapes(parts, location, header))
    case ("concatenate", .list(let parts)): return .concatenate(try shapes(parts, location, header))
    case ("cancel", .string(let id)): return .cancel(id: EffectIdentity(id))
    case ("cancel", _):
      let line = try ImportedLine(json, at: location, keys: ["id", "idType"])
      return .cancel(id: try identity(line))
    case ("cancellable", _):
      let line = try ImportedLine(
        json, at: location, keys: ["id", "idType", "cancelInFlight", "effect"])
      return .cancellable(
        try EffectShape(try line.value("effect"), at: "\(location).effect", of: header),
        id: try identity(line), cancelInFlight: try line.flag("cancelInFlight"))
    default: throw ValueFault(location, found: json, expected: "the shape of an effect")
    }
  }

  private static func identity(_ line: ImportedLine) throws(ValueFault) -> EffectIdentity {
    EffectIdentity(
      try line.string("id"), type: line["idType"] == nil ? nil : try line.string("idType"))
  }

  private static func shapes(
    _ parts: [JSONValue], _ location: String, _ header: SessionHeader
  ) throws(ValueFault) -> [EffectShape] {
    var shapes: [EffectShape] = []
    for (index, part) in parts.enumerated() {
      shapes.append(try EffectShape(part, at: "\(location)[\(index)]", of: header))
    }
    return shapes
  }
}
