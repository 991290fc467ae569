extension IdentifiedArray: CustomStringConvertible {
  /// The elements as an array of them describes itself.
  public var description: String { elements.description }
}
