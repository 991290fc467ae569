public import Foundation

/// A `Codable` type that is recorded as JSON: `extension Money: CodableRecordable {}` is enough.
///
/// The JSON has sorted keys. A change holds what lies between the bytes that both texts share at
/// their ends; `@Recordable` is smaller, faster, and lets a difference be named by field. A type that
/// encodes sets, or dictionaries whose keys are neither texts nor integers, must be `@Recordable`:
/// `Codable` writes those in the order of their hashes, which differs in every process.
public protocol CodableRecordable: Recordable, Codable {}

extension CodableRecordable {
  /// Describes the type as JSON under its name.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    .json(recordedName(of: Self.self))
  }

  /// Writes the value as JSON.
  public func record(into encoder: inout RecordEncoder) {
    encoder.append(counted: json(reportingTo: &encoder))
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

  /// Writes what lies between the bytes that both texts share at their ends.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let oldJSON = old.json(reportingTo: &encoder)
    let newJSON = json(reportingTo: &encoder)
    guard oldJSON != newJSON else { return false }
    oldJSON.withUnsafeBytes { old in
      newJSON.withUnsafeBytes { new in encoder.appendSplice(from: old, to: new) }
    }
    return true
  }

  private func json(reportingTo encoder: inout RecordEncoder) -> Data {
    let json = JSONEncoder()
    json.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      let json = try json.encode(self)
      return encoder.rewritesText ? encoder.rewritten(json: json) : json
    } catch {
      encoder.fail(.notEncodable(type: recordedName(of: Self.self), description: "\(error)"))
      return Data("null".utf8)
    }
  }
}

extension Decimal: CodableRecordable {}
