import SessionModel

/// The calls of an effect that are in progress, by which concurrent calls are noticed.
struct RecordedWaits {
  private var calls: Set<UInt64> = []
  private var streams: Set<UInt64> = []
  private var lastStream: UInt64?
  /// Whether no wait overlapped with another one so far.
  private(set) var areSequential = true

  mutating func append(_ content: EffectEvent.Content, isStream: Bool) {
    switch content {
    case .called(let call, _, _):
      if isStream {
        streams.insert(call)
      } else {
        if !calls.isEmpty { areSequential = false }
        calls.insert(call)
      }
    case .element(let call, _): append(answerOf: call)
    case .ended(let call, _):
      calls.remove(call)
      append(answerOf: call)
      if streams.remove(call) != nil, lastStream == call { lastStream = nil }
    case .began, .sent, .finished, .canceled, .dropped, .abandoned: break
    }
  }

  private mutating func append(answerOf call: UInt64) {
    // A sequential effect waits for a call, or for one stream after another.
    if !calls.isEmpty { areSequential = false }
    guard streams.contains(call) else { return }
    if let lastStream, lastStream != call { areSequential = false }
    lastStream = call
  }
}
