import Foundation
import RecordCoding
import RecordedValues
import SessionModel
import SharedState

/// The references of a state that a log cannot describe.
enum UndescribedReferences {
  /// Returns the paths of the references, in their order.
  static func paths<State: Recordable>(in state: State) -> [String] {
    let supplement = SupplementEncoder(of: state)
    let indices = supplement.undescribedReferences
    guard !indices.isEmpty else { return [] }
    let types = SchemaBuilder(describesParts: true)
    let type = types.reference(to: State.self)
    // Each reference is found by the difference that a different identity makes.
    let value = value(of: state, as: type, in: types.schema, without: nil)
    return indices.compactMap { index in
      let other = self.value(of: state, as: type, in: types.schema, without: index)
      guard let value, let other else { return nil }
      let path = ValueDifference.first(
        expected: value, actual: other, as: type, in: types.schema)?.path
      return path.map { String($0.prefix(through: "identity")) }
    }
  }

  /// Returns a state with the identities of its references, except the identity at an index.
  private static func value(
    of state: some Recordable, as type: TypeReference, in schema: Schema, without index: Int?
  ) -> RecordedValue? {
    var encoder = RecordEncoder()
    encoder.supplement = SupplementEncoder(
      inlineWith: index.map { [$0: SharedIdentity.placeholder] } ?? [:])
    encoder.encode(state)
    var decoder = RecordDecoder(encoder.bytes)
    return try? decoder.decodeValue(of: type, in: schema)
  }

  /// Returns the message about a reference, with its remedy.
  static func remedy(at path: String) -> String {
    "'\(path)' is a reference that a log cannot describe, so a session that resumes from the log, "
      + "or a ring, does not restore it; keep a reference to a recorded property, or to the whole "
      + "value"
  }
}

extension SessionHeader {
  /// Adds the references of a state that the log cannot describe.
  mutating func noteUndescribedReferences(of state: some Recordable) {
    let known = undescribed ?? []
    let new = UndescribedReferences.paths(in: state).filter { !known.contains($0) }
    if !new.isEmpty { undescribed = known + new }
  }
}

extension String {
  /// The part of a path before its last component.
  fileprivate func prefix(through name: String) -> Substring {
    guard let range = range(of: ".\(name)", options: .backwards) else { return self[...] }
    return self[..<range.lowerBound]
  }
}
