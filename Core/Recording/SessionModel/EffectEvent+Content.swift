extension EffectEvent.Content {
  /// The number of the event's call, if it belongs to one.
  package var call: UInt64? {
    switch self {
    case .called(let call, _, _), .element(let call, _), .ended(let call, _): call
    case .began, .sent, .dropped, .finished, .canceled, .abandoned, .interrupted: nil
    }
  }

  /// Whether a log tells which task caused the event.
  package var isOfTask: Bool {
    switch self {
    case .called, .sent: true
    case .began, .element, .ended, .finished, .canceled, .dropped, .abandoned,
      .interrupted:
      false
    }
  }

  /// Whether a replay performs the event, and later events have to wait for it.
  package var isTurn: Bool { isOutput || self == .interrupted }

  /// Whether the event is an element or the end of a call.
  package var isAnswer: Bool {
    switch self {
    case .element, .ended: true
    case .began, .called, .sent, .finished, .canceled, .dropped, .abandoned, .interrupted: false
    }
  }

  /// Whether the event is something that an effect does, as opposed to an answer that it gets.
  package var isOutput: Bool {
    switch self {
    case .called, .sent, .dropped, .finished, .canceled: true
    case .began, .element, .ended, .abandoned, .interrupted: false
    }
  }
}
