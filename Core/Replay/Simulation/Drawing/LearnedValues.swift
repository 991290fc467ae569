import Foundation
import RecordCoding
import RecordedValues
import SchemaEvolution
import SessionModel
import SessionDocument

/// The values in recorded logs, which drawn actions and answers repeat.
struct LearnedValues {
  /// The maximum number of values of a type, and of answers of an endpoint.
  private static let limit = 64

  /// The values of actions.
  private(set) var pool: ValuePool
  /// The elements that users pushed on stacks, by their types.
  private(set) var pushed: [TypeReference: [RecordedValue]] = [:]
  /// The results of calls, by the index of the endpoint in the header of the simulation.
  private(set) var answers: [Int: [RecordedValue]] = [:]
  private let header: SessionHeader

  /// Creates an object without values, for a simulation with a header.
  init(_ header: SessionHeader) {
    self.header = header
    pool = ValuePool(schema: header.schema, limit: Self.limit)
  }

  /// Adds the values of a log. Skips a log that cannot be read, has other types or was redacted.
  mutating func learn(from path: String) {
    guard let reader = try? SessionReader(path: path), reader.header.redacted == nil else { return }
    if isSame(reader.header.action, in: reader.header, as: header.action) {
      learnActions(of: reader)
    }
    learnAnswers(of: SessionCalls(reader), reader.header)
  }

  private mutating func learnActions(of reader: SessionReader) {
    guard var entries = try? SessionEntries(reader, comparing: .none) else { return }
    while let step = try? entries.next() {
      guard step.kind == .action else { continue }
      pool.add(step.action, as: header.action)
      if step.origin == .sent { learnPush(step.action) }
    }
  }

  private mutating func learnPush(_ action: RecordedValue) {
    let push = header.schema.levels(of: action, as: header.action).first { level in
      header.schema.genericName(of: level.type) == "StackAction" && level.element.name == "push"
        && level.payload.count == 2
    }
    guard let push else { return }
    let (type, element) = (push.element.payload[1].type, push.payload[1])
    let known = pushed[type] ?? []
    guard known.count < Self.limit, !known.contains(element) else { return }
    pushed[type, default: []].append(element)
  }

  private mutating func learnAnswers(of calls: SessionCalls, _ log: SessionHeader) {
    let indices = (log.endpoints ?? []).map { endpoint in
      (header.endpoints ?? []).firstIndex { $0.name == endpoint.name }.flatMap { index in
        isSame(endpoint.answer, in: log, as: header.endpoint(at: index)?.answer) ? index : nil
      }
    }
    for call in calls.all() {
      guard let index = indices[call.endpoint] else { continue }
      for value in call.elements { add(value, toEndpointAt: index) }
      if case .value(let value?) = call.outcome { add(value, toEndpointAt: index) }
    }
  }

  private mutating func add(_ value: RecordedValue, toEndpointAt index: Int) {
    let known = answers[index] ?? []
    guard known.count < Self.limit, !known.contains(value) else { return }
    answers[index, default: []].append(value)
  }

  private func isSame(
    _ type: TypeReference?, in log: SessionHeader, as other: TypeReference?
  ) -> Bool {
    guard let type, let other else { return false }
    return SchemaDifference.first(from: log.schema, type, to: header.schema, other) == nil
  }
}

/// The learned values of a process, which are read once for all sessions.
@MainActor
final class Learning {
  private var list: String?
  private var values: LearnedValues?

  nonisolated init() {}

  /// Returns the values of the logs whose paths a file lists; `nil` without a file. Paths end with
  /// a null character, since they may contain any other.
  func values(of list: String?, for header: SessionHeader) -> LearnedValues? {
    guard list != self.list else { return values }
    var learned = LearnedValues(header)
    for path in list.flatMap({ try? String(contentsOfFile: $0, encoding: .utf8) })?
      .split(separator: "\0") ?? []
    {
      learned.learn(from: String(path))
    }
    (self.list, values) = (list, list == nil ? nil : learned)
    return values
  }
}
