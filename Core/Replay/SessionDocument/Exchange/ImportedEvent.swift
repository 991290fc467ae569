import Foundation
import RecordCoding
import RecordedValues
import SessionModel

/// An event of an effect from an imported line, checked against the schema of the header.
struct ImportedEvent {
  let elapsed: UInt64
  let event: EffectEvent

  /// Reads an event that follows a step. `references` has the effects and calls before it.
  init(
    _ kind: ExportedEvent, _ line: ImportedLine, header: SessionHeader, after step: UInt64,
    _ references: inout EventReferences
  ) throws(ValueFault) {
    try line.check(kind.keys.union(["kind", "elapsedMilliseconds", "effect"]))
    guard let endpoints = header.endpoints, header.requires.contains(SessionHeader.calls) else {
      throw ValueFault(
        "kind", "this kind needs 'endpoints' and 'calls' in the header's 'requires'")
    }
    elapsed = try line.number("elapsedMilliseconds")
    let effect = try line.number("effect")
    let isOfOtherTask = try line.flag("otherTask")
    func add(_ content: EffectEvent.Content, key: String) throws(ValueFault) -> SessionHeader
      .Endpoint?
    {
      do throws(BadEvent) {
        return try references.add(EffectEvent(effect: effect, content), after: step)
      } catch {
        let key =
          switch error {
          case .unknownEffect, .repeatedEffect: "effect"
          default: key
          }
        throw ValueFault(key, "\(error)")
      }
    }
    switch kind {
    case .effectStarted:
      let content = EffectEvent.Content.began(step: try line.number("returnedBy"))
      _ = try add(content, key: "returnedBy")
      event = EffectEvent(effect: effect, content)
    case .call:
      let name = try line.string("endpoint")
      guard let index = endpoints.firstIndex(where: { $0.name == name }) else {
        throw ValueFault("endpoint", "the header has no endpoint '\(name)'")
      }
      let content = EffectEvent.Content.called(
        call: try line.number("call"), endpoint: index,
        arguments: try Self.arguments(of: endpoints[index], line, in: header.schema))
      _ = try add(content, key: "call")
      event = EffectEvent(effect: effect, content, isOfOtherTask: isOfOtherTask)
    case .element:
      let call = try line.number("call")
      let endpoint = try add(.element(call: call, value: []), key: "call")
      let value = try Self.value(line, endpoint, as: endpoint?.answer, in: header.schema)
      event = EffectEvent(effect: effect, .element(call: call, value: value))
    case .callEnded:
      let call = try line.number("call")
      let endpoint = try add(.ended(call: call, .unknown), key: "call")
      let outcome = try CallOutcome(line, endpoint, in: header.schema)
      event = EffectEvent(effect: effect, .ended(call: call, outcome))
    case .actionSent, .actionDropped, .effectFinished, .effectCanceled, .effectAbandoned,
      .effectInterrupted:
      let content: EffectEvent.Content =
        switch kind {
        case .actionSent: .sent
        case .actionDropped: .dropped
        case .effectFinished: .finished
        case .effectAbandoned: .abandoned
        case .effectInterrupted: .interrupted
        default: .canceled
        }
      _ = try add(content, key: "effect")
      event = EffectEvent(effect: effect, content, isOfOtherTask: isOfOtherTask)
    }
  }

  private static func arguments(
    of endpoint: SessionHeader.Endpoint, _ line: ImportedLine, in schema: Schema
  ) throws(ValueFault) -> [UInt8] {
    let values = try line.list("arguments")
    guard values.count == endpoint.arguments.count else {
      throw ValueFault(
        "arguments",
        "'\(endpoint.name)' has \(UInt64(endpoint.arguments.count).counted("argument")), "
          + "not \(values.count)")
    }
    var encoder = RecordEncoder()
    for (index, (value, type)) in zip(values, endpoint.arguments).enumerated() {
      let value = try value.recorded(as: type, in: schema, at: "arguments[\(index)]")
      encoder.encode(value, as: type, in: schema)
    }
    return encoder.bytes
  }

  /// Returns the bytes of the only value of an event. The value of a call that began in lost steps
  /// has no known type.
  fileprivate static func value(
    _ line: ImportedLine, _ endpoint: SessionHeader.Endpoint?, as type: TypeReference?,
    in schema: Schema
  ) throws(ValueFault) -> [UInt8] {
    guard endpoint != nil else {
      if line["value"] != nil {
        throw ValueFault("value", "its call began in lost steps, so it needs 'bytes' instead")
      }
      return try line.bytes("bytes")
    }
    if line["bytes"] != nil {
      throw ValueFault("bytes", "its call is known, so it needs 'value' instead")
    }
    guard let type else {
      if line["value"] != nil { throw ValueFault("value", "its call has no such value") }
      return []
    }
    var encoder = RecordEncoder()
    let value = try line.value("value").recorded(as: type, in: schema, at: "value")
    encoder.encode(value, as: type, in: schema)
    return encoder.bytes
  }
}

extension CallOutcome {
  fileprivate init(
    _ line: ImportedLine, _ endpoint: SessionHeader.Endpoint?, in schema: Schema
  ) throws(ValueFault) {
    let text = try line.string("outcome")
    guard let outcome = ExportedOutcome(rawValue: text) else {
      let names = ExportedOutcome.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValueFault("outcome", "'\(text)' is not one of \(names)")
    }
    let allowed: Set<String> =
      switch outcome {
      case .returned: ["value", "bytes"]
      case .threw: ["value", "bytes", "error", "type", "details", "mangledType"]
      case .canceled, .notRecorded: []
      }
    for key in ["value", "bytes", "error", "type", "details", "mangledType"]
    where line[key] != nil && !allowed.contains(key) {
      throw ValueFault(key, "a call with the outcome '\(text)' has no such key")
    }
    switch outcome {
    case .returned:
      // A stream ends without a value.
      let type = endpoint?.isStream == true ? nil : endpoint?.answer
      self = .value(try ImportedEvent.value(line, endpoint, as: type, in: schema))
    case .threw:
      guard line["error"] == nil else {
        guard line["value"] == nil, line["bytes"] == nil || line["mangledType"] != nil else {
          throw ValueFault("error", "a call has 'error' or another value, not both")
        }
        self = try line["type"] == nil ? .error(line.string("error")) : .thrown(ThrownError(line))
        return
      }
      if let endpoint, endpoint.failure == nil {
        throw ValueFault(
          "outcome", "errors of '\(endpoint.name)' have no type, so 'error' must describe them")
      }
      self = .failure(try ImportedEvent.value(line, endpoint, as: endpoint?.failure, in: schema))
    case .canceled: self = .canceled
    case .notRecorded: self = .unknown
    }
  }
}

extension ThrownError {
  fileprivate init(_ line: ImportedLine) throws(ValueFault) {
    let description = RecordedError(
      type: try line.string("type"), text: try line.string("error"),
      details: line["details"] == nil ? nil : try line.string("details"))
    let hasValue = line["mangledType"] != nil
    self.init(
      description: description, typeName: hasValue ? try line.string("mangledType") : "",
      value: hasValue ? try line.bytes("bytes") : [])
  }
}
