import DependencyInjection
import SessionReplay
import Issues
import RecordCoding
import SessionModel
import SessionRecording

/// The steps and events that a test states, in their order, with their locations in its source.
final class EffectStory {
  enum Entry {
    /// A step, as an index into the steps of the store.
    case step(Int)
    case event(EffectEvent)
  }

  struct Call {
    let effect: UInt64
    let endpoint: Int
    var hasEnded = false
  }

  private(set) var entries: [(entry: Entry, location: CodeLocation)] = []
  /// Whether a statement was reported. The story then cannot be compared.
  private(set) var hasFailed = false
  private(set) var stepCount = 0
  private let endpoints: Deferred<CallableEndpoints>
  private let coding: CallCoding
  /// The effects that have begun, and whether they have several tasks. Detached work has no
  /// beginning.
  private var effects: [UInt64: Bool] = [EffectEvent.strayCalls: true]
  private var calls: [UInt64: Call] = [:]

  init(_ endpoints: Deferred<CallableEndpoints>, masksText: Bool) {
    self.endpoints = endpoints
    coding = CallCoding(masksText: masksText)
  }

  func appendStep(at location: CodeLocation) {
    entries.append((.step(stepCount), location))
    stepCount += 1
  }

  func begin(
    _ effect: UInt64, returnedBy step: UInt64, withSeveralTasks: Bool, at location: CodeLocation
  ) {
    guard effects[effect] == nil else { return fail("effect \(effect) has begun before", location) }
    guard step >= 1, step <= stepCount else {
      return fail(
        "effect \(effect) begins after step \(step), which the test does not have", location)
    }
    effects[effect] = withSeveralTasks
    append(effect, .began(step: step), location)
  }

  func call(
    _ number: UInt64, _ name: String, _ arguments: [any Recordable], by effect: UInt64,
    at location: CodeLocation
  ) {
    guard let index = endpoints.value.list.firstIndex(where: { $0.id.name == name }) else {
      return fail("no client that the feature declares has an endpoint '\(name)'", location)
    }
    let endpoint = endpoints.value.list[index]
    guard arguments.count == endpoint.arguments.count,
      zip(arguments, endpoint.arguments).allSatisfy({ type(of: $0) == $1 })
    else {
      let expected = endpoint.arguments.map { "\($0)" }.joined(separator: ", ")
      let actual = arguments.map { "\(type(of: $0))" }.joined(separator: ", ")
      return fail("'\(name)' has the arguments (\(expected)), not (\(actual))", location)
    }
    guard calls[number] == nil else { return fail("call \(number) was made before", location) }
    guard let bytes = bytes(of: arguments, location) else { return }
    calls[number] = Call(effect: effect, endpoint: index)
    append(effect, .called(call: number, endpoint: index, arguments: bytes), location)
  }

  /// Appends an action that an effect sent, or its end.
  func append(
    _ effect: UInt64, _ content: EffectEvent.Content, _ location: CodeLocation
  ) {
    guard let hasSeveralTasks = effects[effect] else {
      return fail(
        "effect \(effect) has not begun; add 'store.effect(\(effect)).begins()'", location)
    }
    guard effect != EffectEvent.strayCalls || content.call != nil else {
      return fail("detached work has only calls; state the rest as 'store.effect(1)'", location)
    }
    let event = EffectEvent(
      effect: effect, content, isOfOtherTask: hasSeveralTasks && content.isOfTask)
    entries.append((.event(event), location))
  }

  /// Appends an answer to a call in progress, if `content` returns one for its endpoint.
  func answer(
    _ number: UInt64, isLast: Bool, _ location: CodeLocation,
    _ content: (CallableEndpoint) -> EffectEvent.Content?
  ) {
    guard let call = calls[number], !call.hasEnded else {
      return fail("call \(number) is not in progress", location)
    }
    guard let content = content(endpoints.value.list[call.endpoint]) else { return }
    if isLast { calls[number]?.hasEnded = true }
    append(call.effect, content, location)
  }

  /// Encodes values one after the other. Returns `nil` after reporting one that is not recordable.
  func bytes(of values: [any Recordable], _ location: CodeLocation) -> [UInt8]? {
    let bytes = coding.bytes { encoder in for value in values { encoder.encode(value) } }
    if bytes == nil { fail("a value cannot be recorded", location) }
    return bytes
  }

  /// Returns an error in the form that a log has. Returns `nil` after reporting one that a log
  /// cannot have.
  func thrown(_ error: any Error, _ location: CodeLocation) -> ThrownError? {
    if let error = error as? RecordedError {
      return ThrownError(description: error, typeName: "", value: [])
    }
    let thrown = ThrownError(error, coding: coding)
    if thrown.makeError() != nil { return thrown }
    fail(
      """
      an error '\(thrown.description.type)' cannot be thrown in a replay: it is private or has \
      values; make it '@Recordable', or write 'fails("\(error.localizedDescription)")'
      """, location)
    return nil
  }

  func fail(_ text: String, _ location: CodeLocation) {
    guard !hasFailed else { return }
    hasFailed = true
    location.report(text)
  }
}
