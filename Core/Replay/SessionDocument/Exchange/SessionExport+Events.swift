import Foundation
import RecordCoding
import RecordedValues
import SessionModel

/// The kind of a line with an event of an effect.
enum ExportedEvent: String {
  case effectStarted, call, element, callEnded, actionSent, actionDropped, effectFinished,
    effectCanceled, effectAbandoned, effectInterrupted

  init(_ content: EffectEvent.Content) {
    self =
      switch content {
      case .began: .effectStarted
      case .called: .call
      case .element: .element
      case .ended: .callEnded
      case .sent: .actionSent
      case .dropped: .actionDropped
      case .finished: .effectFinished
      case .canceled: .effectCanceled
      case .abandoned: .effectAbandoned
      case .interrupted: .effectInterrupted
      }
  }

  /// The keys of such lines besides the keys that all events have.
  var keys: Set<String> {
    switch self {
    case .effectStarted: ["returnedBy"]
    case .call: ["call", "endpoint", "arguments", "otherTask"]
    case .element: ["call", "value", "bytes"]
    case .callEnded:
      ["call", "outcome", "value", "error", "type", "details", "mangledType", "bytes"]
    case .actionSent: ["otherTask"]
    case .actionDropped, .effectFinished, .effectCanceled, .effectAbandoned, .effectInterrupted: []
    }
  }
}

/// The end of a call as a word.
enum ExportedOutcome: String, CaseIterable {
  case returned, threw, canceled, notRecorded
}

extension JSONLineWriter {
  mutating func event(_ part: EventPart, in schema: Schema) {
    let event = part.event.event
    object {
      $0.key("kind")
      $0.text(ExportedEvent(event.content).rawValue)
      $0.key("elapsedMilliseconds")
      $0.number(part.event.elapsedMilliseconds)
      $0.key("effect")
      $0.number(event.effect)
      if event.isOfOtherTask {
        $0.key("otherTask")
        $0.literal("true")
      }
      switch event.content {
      case .sent, .dropped, .finished, .canceled, .abandoned, .interrupted: break
      case .began(let step):
        $0.key("returnedBy")
        $0.number(step)
      case .called(let call, _, _):
        $0.key("call")
        $0.number(call)
        $0.arguments(part, in: schema)
      case .element(let call, let bytes):
        $0.key("call")
        $0.number(call)
        $0.value(of: part, bytes, at: "value", as: part.endpoint?.answer, in: schema)
      case .ended(let call, let outcome):
        $0.key("call")
        $0.number(call)
        $0.outcome(outcome, part, in: schema)
      }
    }
  }

  private mutating func arguments(_ part: EventPart, in schema: Schema) {
    // The reader refuses calls of endpoints that the header lacks.
    guard let endpoint = part.endpoint else { return }
    key("endpoint")
    text(endpoint.name)
    key("arguments")
    list {
      for (value, type) in zip(part.values, endpoint.arguments) {
        $0.value(value, as: type, in: schema)
      }
    }
  }

  private mutating func outcome(
    _ outcome: CallOutcome, _ part: EventPart, in schema: Schema
  ) {
    func name(_ outcome: ExportedOutcome, _ writer: inout Self) {
      writer.key("outcome")
      writer.text(outcome.rawValue)
    }
    switch outcome {
    case .value(let bytes):
      name(.returned, &self)
      value(of: part, bytes, at: "value", as: part.endpoint?.answer, in: schema)
    case .failure(let bytes):
      name(.threw, &self)
      value(of: part, bytes, at: "value", as: part.endpoint?.failure, in: schema)
    case .error(let description):
      name(.threw, &self)
      key("error")
      text(description)
    case .thrown(let error):
      name(.threw, &self)
      self.error(error)
    case .canceled: name(.canceled, &self)
    case .unknown: name(.notRecorded, &self)
    }
  }

  private mutating func error(_ error: ThrownError) {
    key("error")
    text(error.description.text)
    key("type")
    text(error.description.type)
    if let details = error.description.details {
      key("details")
      text(details)
    }
    guard !error.typeName.isEmpty else { return }
    key("mangledType")
    text(error.typeName)
    key("bytes")
    text(Data(error.value).base64EncodedString())
  }

  /// Writes the value of an event with one value. If the call began in lost steps, writes bytes.
  private mutating func value(
    of part: EventPart, _ bytes: [UInt8], at key: String, as type: TypeReference?,
    in schema: Schema
  ) {
    guard part.endpoint != nil else {
      self.key("bytes")
      text(Data(bytes).base64EncodedString())
      return
    }
    guard let type, let value = part.values.first else { return }
    self.key(key)
    self.value(value, as: type, in: schema)
  }
}
