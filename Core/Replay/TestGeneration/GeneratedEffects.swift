import RecordCoding
import RecordedValues
import SessionLog
import SessionModel
import SessionDocument
import SessionRecording
import SessionReplay

/// A writer of the events of a log's effects as statements of a generated test.
struct GeneratedEffects {
  /// The maximum number of events for which statements are written.
  static let maxEvents = 8_000

  private let header: SessionHeader
  /// The app's endpoint for each endpoint of the log that is called.
  private let endpoints: [Int: CallableEndpoint]
  private var events: ArraySlice<RecordedEvent>
  private var begun: Set<UInt64> = []
  /// The effects with calls or actions of several tasks.
  private let concurrentEffects: Set<UInt64>
  private var openCalls: [UInt64: Int] = [:]
  /// The number in the test of each step of the log.
  private var numbers: [UInt64: UInt64] = [:]
  /// The effect that sent the action of the next step.
  private(set) var sender: UInt64?

  /// Reads the events up to a step. Throws the reason why the effects cannot be run.
  init(
    _ reader: SessionReader, upTo last: UInt64, _ app: CallableEndpoints,
    header appHeader: SessionHeader
  ) throws(GeneratedTestObstacle) {
    header = reader.header
    guard header.recordsEffects else { throw .noCalls }
    guard header.redacted == nil else { throw .secrets }
    var events: [RecordedEvent] = []
    var eventReader = EventReader(reader)
    for index in reader.log.blocks.indices where reader.log.blocks[index].firstStep <= last {
      guard let block = try? eventReader.events(ofBlockAt: index) else { throw .unreadable }
      events += block
    }
    events = Array(events.prefix { $0.step <= last })
    guard events.count <= Self.maxEvents else {
      throw .tooManyEvents(UInt64(events.count), limit: UInt64(Self.maxEvents))
    }
    var endpoints: [Int: CallableEndpoint] = [:]
    let indices = appHeader.endpointIndices(in: header)
    for case .called(_, let index, _) in events.map(\.event.content) where endpoints[index] == nil {
      let name = header.endpoint(at: index)?.name ?? ""
      guard let position = indices.firstIndex(of: index) else { throw .otherTypes(name) }
      let endpoint = app.list[position]
      guard endpoint.types.allSatisfy({ SourceTypes.source(of: $0) != nil }) else {
        throw .unnamedType(name)
      }
      endpoints[index] = endpoint
    }
    self.endpoints = endpoints
    self.events = events[...]
    concurrentEffects = Set(events.lazy.map(\.event).filter(\.isOfOtherTask).map(\.effect))
  }

  /// The types of the values in the statements.
  var types: [any Recordable.Type] { endpoints.values.flatMap(\.types) }

  /// Whether clocks are called as in logs without the feature `clockDurations`.
  var hasOlderClocks: Bool {
    let clocks = [RecordedDependency.continuousClock.name, RecordedDependency.suspendingClock.name]
    return !header.hasClockDurations
      && endpoints.keys.contains { index in
        let name = header.endpoint(at: index)?.name ?? ""
        return clocks.contains { name.hasPrefix("\($0).") }
      }
  }

  /// Whether there is any statement.
  private(set) var hasEvents = false

  /// Notes the number that a step of the log has in the test. The step may be a mark.
  mutating func enter(step: UInt64, numbered number: UInt64) {
    numbers[step] = number
    sender = nil
  }

  /// Returns the statements of the events before a step, each on a line.
  mutating func lines(before step: UInt64, _ source: inout SwiftSource) -> [String] {
    var lines: [String] = []
    var call: UInt64?
    while let event = events.first, event.step < step {
      events.removeFirst()
      let effect = event.event.effect
      guard let statement = statement(of: event, &source) else { continue }
      if let call, case .ended(call, _) = event.event.content {
        // An answer that follows its call at once is a part of the same statement.
        lines[lines.count - 1] += statement
      } else if let answered = event.event.content.answeredCall {
        lines.append("store.call(\(answered))\(statement)")
      } else {
        let receiver = effect == EffectEvent.strayCalls ? "detachedWork" : "effect(\(effect))"
        lines.append("store.\(receiver)\(statement)")
      }
      call = if case .called(let number, _, _) = event.event.content { number } else { nil }
    }
    hasEvents = hasEvents || !lines.isEmpty
    return lines
  }

  /// Returns the statement of an event without its receiver, or `nil` if it needs none.
  private mutating func statement(
    of event: RecordedEvent, _ source: inout SwiftSource
  ) -> String? {
    let effect = event.event.effect
    let content = event.event.content
    if case .began(let step) = content {
      begun.insert(effect)
      let number = numbers[step] ?? 0
      var arguments: [String] = []
      if number != numbers[event.step] { arguments.append("returnedBy: \(number)") }
      if concurrentEffects.contains(effect) { arguments.append("withSeveralTasks: true") }
      return ".begins(\(arguments.joined(separator: ", ")))"
    }
    guard begun.contains(effect) || effect == EffectEvent.strayCalls else { return nil }
    func method(_ name: String, _ arguments: [String] = []) -> String {
      ".\(name)(\(arguments.joined(separator: ", ")))"
    }
    switch content {
    case .began: return nil
    case .sent:
      sender = effect
      return nil
    case .abandoned: return nil
    case .interrupted: return ".isInterrupted()"
    case .dropped: return ".sendsAfterCancellation()"
    case .finished: return ".finishes()"
    case .canceled: return ".isCanceled()"
    case .called(let call, let index, let bytes):
      guard let endpoint = endpoints[index], let recorded = header.endpoint(at: index) else {
        return nil
      }
      openCalls[call] = index
      let arguments = values(bytes, zip(recorded.arguments, endpoint.arguments), &source)
      let list = ["\(call)", recorded.name.quoted] + arguments
      return ".calls(\(list.joined(separator: ", ")))"
    case .element(let call, let bytes):
      return answer(to: call, bytes, &source).map { method("yields", [$0]) }
    case .ended(let call, .value(let bytes)):
      return method(
        bytes.isEmpty && !hasResult(call) ? "ends" : "returns",
        answer(to: call, bytes, &source).map { [$0] } ?? [])
    case .ended(let call, .failure(let bytes)):
      return failure(of: call, bytes, &source).map { method("fails", ["with: \($0)"]) }
    case .ended(_, .error(let text)): return method("fails", [text.quoted])
    case .ended(_, .thrown(let error)):
      return method("fails", ["with: \(source.expression(error))"])
    case .ended(_, .canceled): return method("isCanceled")
    case .ended(_, .unknown): return method("endsUnrecorded")
    }
  }

  private func hasResult(_ call: UInt64) -> Bool {
    guard let endpoint = openCalls[call].flatMap({ endpoints[$0] }) else { return false }
    if case .value = endpoint.answer { return true }
    return false
  }

  /// Returns the result of a call or an element of its stream, or `nil` for an empty answer.
  private func answer(
    to call: UInt64, _ bytes: [UInt8], _ source: inout SwiftSource
  ) -> String? {
    guard let index = openCalls[call], let endpoint = endpoints[index],
      let reference = header.endpoint(at: index)?.answer
    else { return nil }
    let type: any Recordable.Type
    switch endpoint.answer {
    case .none: return nil
    case .value(let result): type = result
    case .stream(_, let element): type = element
    }
    return values(bytes, CollectionOfOne((reference, type)), &source).first
  }

  private func failure(
    of call: UInt64, _ bytes: [UInt8], _ source: inout SwiftSource
  ) -> String? {
    guard let index = openCalls[call], let type = endpoints[index]?.failure,
      let reference = header.endpoint(at: index)?.failure
    else { return nil }
    return values(bytes, CollectionOfOne((reference, type)), &source).first
  }

  private func values(
    _ bytes: [UInt8], _ types: some Sequence<(TypeReference, any Recordable.Type)>,
    _ source: inout SwiftSource
  ) -> [String] {
    var decoder = RecordDecoder(bytes)
    var texts: [String] = []
    for (reference, type) in types {
      guard let value = try? decoder.decodeValue(of: reference, in: header.schema) else { break }
      texts.append(source.typedExpression(value, as: reference, type))
    }
    return texts
  }
}

extension EffectEvent.Content {
  /// The call that the event answers.
  fileprivate var answeredCall: UInt64? {
    switch self {
    case .element(let call, _), .ended(let call, _): call
    case .began, .called, .sent, .dropped, .finished, .canceled, .abandoned, .interrupted: nil
    }
  }
}

extension CallableEndpoint {
  /// The types of all values in the events of a call.
  fileprivate var types: [any Recordable.Type] {
    let result: [any Recordable.Type] =
      switch answer {
      case .none: []
      case .value(let type), .stream(_, let type): [type]
      }
    return arguments + result + [failure].compactMap { $0 }
  }
}
