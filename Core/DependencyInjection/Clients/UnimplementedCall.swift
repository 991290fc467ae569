/// A call of something that is not implemented.
struct UnimplementedCall {
  /// What was called, if it has a name.
  let name: String
  /// Whether it is an endpoint of a client, to which a test may assign.
  let isEndpoint: Bool
  /// What it was called with; nil where that is not known.
  let arguments: String?
}
