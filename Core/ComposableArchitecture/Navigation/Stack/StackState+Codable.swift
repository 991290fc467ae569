extension StackState: Encodable where Element: Encodable {
  /// Writes the elements, without their identities.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Array(self))
  }
}

extension StackState: Decodable where Element: Decodable {
  /// Reads elements, and gives them new identities.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([Element].self))
  }
}
