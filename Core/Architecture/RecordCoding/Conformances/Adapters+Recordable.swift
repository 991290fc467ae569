public import Foundation

@_documentation(visibility: internal)
extension Recordable where Self: RawRepresentable, RawValue: Recordable {
  /// Describes the type as its raw type.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.reference(to: RawValue.self)
  }

  /// Writes the raw value.
  @inlinable
  public func record(into encoder: inout RecordEncoder) {
    if RawValue.self == String.self, encoder.rewritesText, isClosed(self) {
      return encoder.writingTextAsItIs { rawValue.record(into: &$0) }
    }
    rawValue.record(into: &encoder)
  }

  /// Reads a raw value, which must be valid for the type.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let start = decoder.position
    let rawValue = try RawValue(recorded: &decoder)
    guard let value = Self(rawValue: rawValue) else {
      throw .invalidValue(
        type: "\(Self.self)", description: String(reflecting: rawValue), offset: start)
    }
    self = value
  }

  /// Writes the change of the raw value.
  @inlinable
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    if RawValue.self == String.self, encoder.rewritesText, isClosed(self) {
      return encoder.writingTextAsItIs { rawValue.recordChange(from: old.rawValue, into: &$0) }
    }
    return rawValue.recordChange(from: old.rawValue, into: &encoder)
  }
}

/// Returns whether a value is an enumeration case, whose raw text is code and not a secret.
@usableFromInline
func isClosed<Value>(_ value: Value) -> Bool {
  Mirror(reflecting: value).displayStyle == .enum
}

/// A `Codable` type that is recorded as JSON.
///
/// Declaring the conformance is enough: `extension Money: CodableRecordable {}`.
///
/// The JSON has sorted keys. A change consists of the bytes between the common prefix and suffix of
/// both texts. `@Recordable` is smaller and faster, and lets differences name fields. A type that
/// encodes sets, or dictionaries whose keys are neither strings nor integers, must be
/// `@Recordable`: `Codable` writes them in hash order, which differs between processes.
public protocol CodableRecordable: Recordable, Codable {}

@_documentation(visibility: internal)
extension CodableRecordable {
  /// Describes the type as JSON with the type's name.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    .json(recordedName(of: Self.self))
  }

  /// Writes the value as JSON.
  public func record(into encoder: inout RecordEncoder) {
    recordJSON(into: &encoder)
  }

  /// Reads the value from JSON.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let start = decoder.position
    let json = Data(try decoder.counted())
    do {
      self = try JSONDecoder().decode(Self.self, from: json)
    } catch {
      throw .invalidValue(type: "\(Self.self)", description: "\(error)", offset: start)
    }
  }

  /// Writes the bytes between the common prefix and suffix of both texts.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    recordJSONChange(from: old, into: &encoder)
  }

  func recordJSON(into encoder: inout RecordEncoder) {
    encoder.append(counted: json(reportingTo: &encoder))
  }

  func recordJSONChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let oldJSON = old.json(reportingTo: &encoder)
    let newJSON = json(reportingTo: &encoder)
    guard oldJSON != newJSON else { return false }
    oldJSON.withUnsafeBytes { old in
      newJSON.withUnsafeBytes { new in encoder.appendSplice(from: old, to: new) }
    }
    return true
  }

  private func json(reportingTo encoder: inout RecordEncoder) -> Data {
    do {
      let json = try JSONEncoder.canonical.encode(self)
      return encoder.rewritesText ? encoder.rewritten(json: json) : json
    } catch {
      encoder.fail(.notEncodable(type: recordedName(of: Self.self), description: "\(error)"))
      return Data("null".utf8)
    }
  }
}

extension Decimal: CodableRecordable {}

@_documentation(visibility: internal)
extension Measurement: CodableRecordable, Recordable {
  /// Writes the measurement as JSON. Fails for a unit whose converter is not linear.
  public func record(into encoder: inout RecordEncoder) {
    if isEncodable(reportingTo: &encoder) { recordJSON(into: &encoder) }
  }

  /// Writes the bytes between the common prefix and suffix of both texts.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    guard isEncodable(reportingTo: &encoder) else { return false }
    return recordJSONChange(from: old, into: &encoder)
  }

  // Foundation terminates the process when it encodes a unit such as miles per gallon.
  private func isEncodable(reportingTo encoder: inout RecordEncoder) -> Bool {
    guard let unit = unit as? Dimension, !(unit.converter is UnitConverterLinear) else {
      return true
    }
    encoder.fail(
      .notEncodable(
        type: "Measurement",
        description: "the unit '\(unit.symbol)' has no linear converter: use the base unit"))
    return false
  }
}
