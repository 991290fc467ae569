import Foundation
import RecordCoding

/// A type whose values consist of separate secrets. Each part is found wherever it appears.
protocol LeafwiseRedactable: Redactable {
  /// Returns the token of the value. Each part of the value becomes a secret.
  func token(in table: SecretTable, reportingTo encoder: inout RecordEncoder) -> Self
}

extension String: LeafwiseRedactable {
  func token(in table: SecretTable, reportingTo encoder: inout RecordEncoder) -> String {
    table.token(forText: self)
  }
}

extension UUID: LeafwiseRedactable {
  func token(in table: SecretTable, reportingTo encoder: inout RecordEncoder) -> UUID {
    table.token(forID: self)
  }
}

extension Data: LeafwiseRedactable {
  func token(in table: SecretTable, reportingTo encoder: inout RecordEncoder) -> Data {
    table.token(forData: self)
  }
}

extension URL: LeafwiseRedactable {
  func token(in table: SecretTable, reportingTo encoder: inout RecordEncoder) -> URL {
    table.token(forURL: self)
  }
}

extension Optional: LeafwiseRedactable where Wrapped: Redactable {
  func token(in table: SecretTable, reportingTo encoder: inout RecordEncoder) -> Wrapped? {
    map { table.token(for: $0, reportingTo: &encoder) }
  }
}

extension Array: LeafwiseRedactable where Element: LeafwiseRedactable {
  func token(in table: SecretTable, reportingTo encoder: inout RecordEncoder) -> [Element] {
    map { $0.token(in: table, reportingTo: &encoder) }
  }
}
