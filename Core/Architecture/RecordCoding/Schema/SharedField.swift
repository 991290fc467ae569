/// A field of a structure, or a case of an enumeration, that refers to a shared value.
///
/// The schema describes a reference like its value. The reference may be within optionals and
/// collections, so the type of its value is part of the description.
package struct SharedField: Codable, Hashable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case owner = "in"
    case name, type
  }

  /// The index of the structure or the enumeration in the schema.
  package let owner: Int
  package let name: String
  package let type: TypeReference

  package init(owner: Int, name: String, type: TypeReference) {
    self.owner = owner
    self.name = name
    self.type = type
  }
}
