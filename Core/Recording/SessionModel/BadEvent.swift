/// An event that refers to an effect, a call, an endpoint or a step that its log lacks.
package enum BadEvent: Error, Equatable, Codable, Sendable {
  case repeatedEffect(UInt64)
  case repeatedCall(UInt64)
  /// An event belongs to an effect that has not started.
  case unknownEffect(UInt64)
  /// An element or an end belongs to a call that has not started, or that has ended.
  case unknownCall(UInt64)
  case unknownEndpoint(Int)
  /// A call refers to the result of an earlier call that has no result of sufficient size.
  case unknownResult(UInt64)
  /// A call that returns no stream produced an element.
  case noStream(call: UInt64)
  /// An effect was returned by a step after its start.
  case laterStep(UInt64)
}

extension BadEvent: CustomStringConvertible {
  package var description: String {
    switch self {
    case .repeatedEffect(let effect): "effect \(effect) starts a second time"
    case .repeatedCall(let call): "call \(call) starts a second time"
    case .unknownEffect(let effect): "an event belongs to effect \(effect), which has not started"
    case .unknownCall(let call): "an event belongs to call \(call), which is not in progress"
    case .unknownEndpoint(let index): "a call is of endpoint \(index), which the header lacks"
    case .unknownResult(let call):
      "a result is that of call \(call), which has none of \(LargeResults.minLength) bytes"
    case .noStream(let call): "call \(call) produces an element, but returns no stream"
    case .laterStep(let step): "an effect starts before step \(step), which returned it"
    }
  }
}
