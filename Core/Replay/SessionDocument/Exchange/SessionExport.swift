import RecordedValues
import Foundation
import RecordCoding
import SessionLog
import SessionModel

/// A converter from a log to lines of JSON, which `SessionImport` converts back to a log.
///
/// Needs no code of the app, and holds one step and one state at a time, besides the numbers of
/// effects and calls.
package struct SessionExport {
  /// The name of the format, which the first line contains.
  static let format = "reprise-session"
  /// The newest version of the format.
  static let version = 2

  private let header: SessionHeader
  private let headerLine: [UInt8]
  private let action: ActionText
  private var cursor: SessionCursor
  private var hasBegun = false

  package var number: UInt64 { cursor.number }

  package init(_ reader: SessionReader) throws(SessionReadError) {
    header = reader.header
    headerLine = reader.log.header
    action = ActionText(schema: reader.header.schema, type: reader.header.action)
    cursor = try SessionCursor(reader)
  }

  /// Returns the next line, including its newline, or `nil` after the last line.
  package mutating func nextLine() throws(SessionReadError) -> [UInt8]? {
    var writer = JSONLineWriter()
    if !hasBegun {
      hasBegun = true
      writeHeader(&writer)
    } else {
      switch try cursor.nextPart() {
      case .state(let state, let step, let followsGap, let supplement):
        write(state, after: step, followsGap, supplement, &writer)
      case .step(let step, let change): write(step, change, &writer)
      case .event(let event): writer.event(event, in: header.schema)
      case nil: return nil
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  private func writeHeader(_ writer: inout JSONLineWriter) {
    writer.object {
      $0.key("kind")
      $0.text("header")
      $0.key("format")
      $0.text(Self.format)
      $0.key("version")
      // Programs that don't know calls can read the lines of logs without calls.
      $0.number(header.requires.contains(SessionHeader.calls) ? Self.version : 1)
      $0.key("header")
      // The reader has already parsed the header as JSON.
      $0.value((try? JSONValue(parsing: headerLine)) ?? .null)
    }
  }

  private func write(
    _ state: RecordedValue, after step: UInt64, _ followsGap: Bool, _ supplement: [UInt8],
    _ writer: inout JSONLineWriter
  ) {
    writer.object {
      $0.key("kind")
      $0.text("state")
      $0.key("after")
      $0.number(step)
      if followsGap {
        $0.key("followsGap")
        $0.literal("true")
      }
      $0.key("state")
      $0.value(state, as: header.state, in: header.schema)
      if !supplement.isEmpty {
        $0.key("supplement")
        $0.text(Data(supplement).base64EncodedString())
      }
    }
  }

  private func write(
    _ step: RecordedStep, _ change: RecordedChange, _ writer: inout JSONLineWriter
  ) {
    writer.object {
      $0.key("kind")
      $0.text(step.kind.exportedName)
      $0.key("step")
      $0.number(step.number)
      $0.key("elapsedMilliseconds")
      $0.number(step.elapsedMilliseconds)
      switch step.kind {
      case .action: writeAction(step, &$0)
      case .mark:
        $0.key("text")
        if case .string(let text) = step.action { $0.text(text) } else { $0.text("") }
        return
      case .outsideChange: break
      }
      if step.isUnfinished {
        $0.key("unfinished")
        $0.literal("true")
      } else {
        write(change, &$0)
      }
      if step.effect != .none {
        $0.key("effect")
        $0.effect(step.effect, of: header)
      }
      if !step.reads.isEmpty { write(step.reads, &$0) }
    }
  }

  private func writeAction(_ step: RecordedStep, _ writer: inout JSONLineWriter) {
    writer.key("origin")
    switch step.origin {
    case .sent: writer.text("sent")
    case .received(let startedBy):
      writer.text("received")
      writer.key("startedBy")
      writer.number(startedBy)
    }
    writer.key("name")
    writer.text(name(of: step.action, as: header.action))
    writer.key("text")
    writer.text(action.text(of: step.action))
    writer.key("action")
    writer.value(step.action, as: header.action, in: header.schema)
    if !step.references.isEmpty {
      writer.key("references")
      writer.text(Data(step.references).base64EncodedString())
    }
  }

  /// Returns the names of an action's nested cases, separated by dots, without associated values.
  private func name(of action: RecordedValue, as type: TypeReference) -> String {
    guard case .payload(let values, let element, _) = header.schema.parts(of: action, as: type)
    else { return "" }
    if header.schema.isRow(element), values.count == 2 {
      return "\(element.name).\(name(of: values[1], as: element.payload[1].type))"
    }
    guard values.count == 1, header.schema.isStep(element) else { return element.name }
    return "\(element.name).\(name(of: values[0], as: element.payload[0].type))"
  }

  private func write(_ change: RecordedChange, _ writer: inout JSONLineWriter) {
    switch change {
    case .exact(let changes):
      writer.key("changes")
      writer.list { for change in changes { $0.change(change, in: header.schema) } }
    case .bytes(let bytes):
      writer.key("changeBytes")
      writer.text(Data(bytes).base64EncodedString())
    case .none:
      guard header.level != .actions else { return }
      writer.key("changes")
      writer.list { _ in }
    }
  }

  private func write(_ reads: [RecordedRead], _ writer: inout JSONLineWriter) {
    writer.key("reads")
    writer.list {
      for read in reads {
        let dependency = header.dependencies[read.dependency]
        $0.object {
          $0.key("dependency")
          $0.text(dependency.name)
          $0.key("value")
          var decoder = RecordDecoder(read.bytes)
          // The cursor has already decoded the bytes as this type.
          let value = (try? decoder.decodeValue(of: dependency.type, in: header.schema)) ?? .none
          $0.value(value, as: dependency.type, in: header.schema)
        }
      }
    }
  }
}

extension StepKind {
  fileprivate var exportedName: String {
    switch self {
    case .action: "action"
    case .outsideChange: "outsideChange"
    case .mark: "mark"
    }
  }
}

extension JSONLineWriter {
  fileprivate mutating func change(_ change: ValueChange, in schema: Schema) {
    object {
      $0.key("path")
      $0.text(change.path.text(in: schema))
      switch change.kind {
      case .replaced(let old, let new, let type):
        $0.value(old, at: "old", as: type, in: schema)
        $0.value(new, at: "new", as: type, in: schema)
      case .inserted(let value, let type): $0.value(value, at: "new", as: type, in: schema)
      case .removed(let value, let type): $0.value(value, at: "old", as: type, in: schema)
      case .spliced(let range, let old, let inserted, let type):
        $0.key("at")
        $0.number(range.lowerBound)
        $0.value(.sequence(Array(old[range])), at: "removed", as: type, in: schema)
        $0.value(.sequence(inserted), at: "inserted", as: type, in: schema)
      case .exchanged(let removed, let inserted, let type):
        $0.value(.sequence(removed), at: "removed", as: .array(type), in: schema)
        $0.value(.sequence(inserted), at: "inserted", as: .array(type), in: schema)
      }
    }
  }

  private mutating func value(
    _ value: RecordedValue, at key: String, as type: TypeReference, in schema: Schema
  ) {
    self.key(key)
    self.value(value, as: type, in: schema)
  }
}

extension JSONLineWriter {
  fileprivate mutating func effect(_ effect: EffectShape, of header: SessionHeader) {
    func parts(_ name: String, _ effects: [EffectShape], _ writer: inout Self) {
      writer.object {
        $0.key(name)
        $0.list { for effect in effects { $0.effect(effect, of: header) } }
      }
    }
    switch effect {
    case .none: text("none")
    case .run: text("run")
    case .send(.unknown): text("send")
    case .send(.name(let name)):
      object {
        $0.key("sendNamed")
        $0.text(name)
      }
    case .send(.bytes(let bytes)): sent(bytes, of: header)
    case .merge(let effects): parts("merge", effects, &self)
    case .concatenate(let effects): parts("concatenate", effects, &self)
    case .cancellable(let effect, let id, let cancelInFlight):
      object {
        $0.key("cancellable")
        $0.object {
          $0.identity(id)
          $0.key("cancelInFlight")
          $0.literal("\(cancelInFlight)")
          $0.key("effect")
          $0.effect(effect, of: header)
        }
      }
    case .cancel(let id):
      object {
        $0.key("cancel")
        guard id.type != nil else { return $0.text(id.text) }
        $0.object { $0.identity(id) }
      }
    }
  }

  private mutating func identity(_ identity: EffectIdentity) {
    key("id")
    text(identity.text)
    guard let type = identity.type else { return }
    key("idType")
    text(type)
  }

  private mutating func sent(_ bytes: [UInt8], of header: SessionHeader) {
    var decoder = RecordDecoder(bytes)
    var encoder = RecordEncoder()
    if let action = try? decoder.decodeValue(of: header.action, in: header.schema) {
      encoder.encode(action, as: header.action, in: header.schema)
      if encoder.bytes == bytes {
        return object {
          $0.key("send")
          $0.value(action, as: header.action, in: header.schema)
        }
      }
    }
    object {
      $0.key("sendBytes")
      $0.text(Data(bytes).base64EncodedString())
    }
  }
}
