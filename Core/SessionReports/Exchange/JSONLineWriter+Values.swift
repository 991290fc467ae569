import ComposableArchitecture
import Foundation
import RecordCoding
import RecordSchema
import SessionRecording

// The forms are described in `Documentation/Exporting.md`, "Values".
extension JSONLineWriter {
  /// Writes a value of a type so that it can be read back bit for bit.
  mutating func value(_ value: RecordedValue, as type: TypeReference, in schema: Schema) {
    switch schema.parts(of: value, as: type) {
    case .none: literal("null")
    // Two kinds of nothing must not look the same.
    case .some(let value, as: .optional(let wrapped)):
      list { $0.value(value, as: .optional(wrapped), in: schema) }
    case .some(let value, let wrapped): self.value(value, as: wrapped, in: schema)
    case .elements(let values, let element, _):
      list { for value in values { $0.value(value, as: element, in: schema) } }
    case .pairs(let pairs, .string, let element):
      object {
        for pair in pairs {
          if case .string(let name) = pair.key { $0.key(name) }
          $0.value(pair.value, as: element, in: schema)
        }
      }
    case .pairs(let pairs, let key, let element):
      list {
        for pair in pairs {
          $0.list {
            $0.value(pair.key, as: key, in: schema)
            $0.value(pair.value, as: element, in: schema)
          }
        }
      }
    case .fields(let values, let fields, _): self.fields(values, fields, in: schema)
    case .payload(let values, let element, _):
      guard !values.isEmpty else { return text(element.name) }
      object {
        $0.key(element.name)
        if element.payload.isAlone {
          $0.value(values[0], as: element.payload[0].type, in: schema)
        } else {
          $0.fields(values, element.payload, in: schema)
        }
      }
    case .leaf(let value): primitive(value)
    }
  }

  private mutating func fields(
    _ values: [RecordedValue], _ fields: [RecordField], in schema: Schema
  ) {
    object {
      for (index, (field, value)) in zip(fields, values).enumerated() {
        $0.key(field.name ?? "\(index)")
        $0.value(value, as: field.type, in: schema)
      }
    }
  }

  private mutating func primitive(_ value: RecordedValue) {
    switch value {
    case .bool(let value): literal("\(value)")
    case .signed(let value): number(value)
    case .unsigned(let value): number(value)
    case .float(let bits):
      let value = Float(bitPattern: bits)
      if value.isFinite { literal("\(value)") } else { text(value.nonFiniteText) }
    case .double(let bits), .date(let bits):
      let value = Double(bitPattern: bits)
      if value.isFinite { literal("\(value)") } else { text(value.nonFiniteText) }
    case .string(let text), .url(let text), .json(let text): self.text(text)
    case .data(let bytes): text(Data(bytes).base64EncodedString())
    case .uuid(let uuid): text(uuid.uuidString)
    // What is not of its type has no form; a log that can be read holds none.
    case .none, .some, .sequence, .dictionary, .product, .enumeration: literal("null")
    }
  }
}

extension [RecordField] {
  /// Whether a payload stands for itself, without a label.
  var isAlone: Bool { count == 1 && self[0].name == nil }
}

extension BinaryFloatingPoint where Self: CustomStringConvertible {
  /// `inf`, `-inf` or `nan`, and `nan:` with the bits if these are others than usual.
  fileprivate var nonFiniteText: String {
    guard isNaN else { return self < 0 ? "-inf" : "inf" }
    if let value = self as? Float, value.bitPattern != Float.nan.bitPattern {
      return "nan:" + String(value.bitPattern, radix: 16)
    }
    if let value = self as? Double, value.bitPattern != Double.nan.bitPattern {
      return "nan:" + String(value.bitPattern, radix: 16)
    }
    return "nan"
  }
}

// MARK: Effects

extension JSONLineWriter {
  /// Writes the shape of an effect.
  mutating func effect(_ effect: EffectShape, of header: SessionHeader) {
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
