import RecordCoding

extension DrawProblem {
  /// The problem in words, with the names of the app's dependencies.
  func description(names: [String]) -> String {
    switch self {
    case .missing(let kind, let after):
      "the reducer drew '\(names[kind])' once more than recorded, after \(after) draws"
    case .leftOver(let kind, let after):
      "the reducer did not draw '\(names[kind])', which it did after \(after) draws when recorded"
    case .otherKind(let expected, let actual, let after):
      "after \(after) draws the reducer drew '\(names[actual])', and '\(names[expected])' when recorded"
    case .unreadable(let kind, let error):
      "the recorded value of '\(names[kind])' cannot be read: \(error)"
    }
  }
}

extension DrawProblem {
  /// The dependency that was drawn where the log has another draw or none; `nil` for other problems.
  var drawnKind: Int? {
    switch self {
    case .missing(let kind, _), .otherKind(_, let kind, _): kind
    case .leftOver, .unreadable: nil
    }
  }
}

extension DrawRecording {
  /// The draws of a step as they are written, if there are any.
  static func of(_ draws: [RecordedDraw]) -> DrawRecording? {
    guard !draws.isEmpty else { return nil }
    var encoder = RecordEncoder()
    for draw in draws {
      encoder.append(count: draw.kind)
      encoder.append(contentsOf: draw.bytes)
    }
    return DrawRecording(bytes: encoder.bytes, failure: nil)
  }
}
