import DependencyInjection
import Foundation
import RecordCoding
import RecordedValues
import SessionModel
import SessionRecording
import SharedState

/// The chosen answer to a call: when it comes, and whether it is an error.
struct SimulatedAnswer: Sendable {
  enum Outcome: Sendable {
    case answer
    /// An error instead of an answer.
    case failure
    /// An error although the client did what was asked.
    case failureAfterwards
    /// Nothing until the effect is canceled, or the app ends.
    case never

    func description(after delay: Duration) -> String {
      let time =
        delay < .seconds(1)
        ? "\(Int(delay / .milliseconds(1))) ms" : "\(Int(delay / .seconds(1))) s"
      return switch self {
      case .answer: "answers after \(time)"
      case .failure: "fails after \(time)"
      case .failureAfterwards: "does its work, and then fails after \(time)"
      case .never: "never answers"
      }
    }
  }

  let endpoint: CallableEndpoint
  let outcome: Outcome
  /// The time until the answer, and between the elements of a stream.
  let delay: Duration
  let heedsCancellation: Bool
  /// Whether the client computes the answer.
  let callsClient: Bool
  let elementCount: Int
  let draw: DrawnAnswers
  let index: Int
  var generator: SeededGenerator

  /// The plain time of an answer. A user who does not pause acts before the answer comes.
  static let plainDelay = Duration.milliseconds(10)

  /// Waits for the answer. Returns `false` if the effect was canceled before it.
  @MainActor
  func wait(in world: SimulatedWorld) async -> Bool {
    await SimulatedCall(
      in: world, after: outcome == .never ? nil : delay,
      heedsCancellation: heedsCancellation || outcome == .never
    ).wait()
  }

  func answer<Answer>() -> Answer? {
    guard case .value(let type) = endpoint.answer else { return () as? Answer }
    var generator = generator
    return draw.answer(ofEndpoint: index, &generator)
      .flatMap { type.init(decoding: $0) as? Answer }
  }

  /// Returns the next element of a stream; `nil` if there are no values of its type.
  mutating func nextElement() -> [UInt8]? { draw.answer(ofEndpoint: index, &generator) }

  /// Returns the error of a failed call, or `nil` if the call cannot throw it.
  func error<Failure: Error>() -> Failure? {
    guard let type = endpoint.failure else { return plainError as? Failure }
    var generator = generator
    return draw.failure(ofEndpoint: index, &generator)
      .flatMap { type.init(decoding: $0) as? Failure }
  }

  var plainError: SimulatedError { SimulatedError(endpoint: endpoint.id.name) }
}

/// An error that a simulated call throws.
package struct SimulatedError: Error, Hashable, LocalizedError, CustomStringConvertible {
  let endpoint: String

  package var description: String { "'\(endpoint)' failed, as simulated" }
  package var errorDescription: String? { description }
}

/// The answers that are drawn for the endpoints of an app.
struct DrawnAnswers: Sendable {
  let endpoints: CallableEndpoints
  /// The header that describes the types of the endpoints.
  let header: SessionHeader
  let values: ValueDraw
  /// The results of recorded calls, by the index of the endpoint.
  let learned: [Int: [RecordedValue]]
  /// The dependencies of the simulation, which know the clients that answer themselves.
  let dependencies: DependencyValues

  /// Chooses the answer to a call. Returns `nil` for calls that the client answers at once.
  @MainActor
  func choose(
    answerTo id: EndpointID, of cause: Int, isImmediate: Bool, in world: SimulatedWorld
  ) -> SimulatedAnswer? {
    guard !Self.isOfWorld(id) else { return nil }
    let callsClient =
      id.client == DataStorage.self || dependencies.isSimulated(id.client)
    if callsClient, isImmediate { return nil }
    guard let index = endpoints[id] else {
      world.note("calls of '\(id.name)' are not simulated, since their types are not recordable")
      return nil
    }
    var (key, generator) = world.choice(about: id.name, of: cause)
    let endpoint = endpoints.list[index]
    var outcome = SimulatedAnswer.Outcome.answer
    var delay = SimulatedAnswer.plainDelay
    var heedsCancellation = true
    // Draw in any case, because the values of a plain choice must be the same.
    let rolls = (0..<4).map { _ in Int.random(in: 0..<100, using: &generator) }
    let elementCount = rolls[3] % 5
    if rolls[0] < 50, world.mayDeviate(key) {
      delay = Self.delays[rolls[1] % Self.delays.count]
      // A canceled save writes nothing. It therefore cannot overtake the save that replaces it.
      heedsCancellation = rolls[2] >= 20 || id.client == DataStorage.self
      switch rolls[2] {
      case 0..<8 where !isImmediate: outcome = .never
      case 8..<40: outcome = .failure
      case 40..<50: outcome = callsClient ? .failureAfterwards : .failure
      default: break
      }
      world.note(key, "\(id.name) \(outcome.description(after: delay))")
    }
    return SimulatedAnswer(
      endpoint: endpoint, outcome: outcome, delay: delay, heedsCancellation: heedsCancellation,
      callsClient: callsClient, elementCount: elementCount, draw: self, index: index,
      generator: generator)
  }

  private static let delays: [Duration] = [
    .zero, .milliseconds(1), .milliseconds(30), .milliseconds(300), .seconds(1), .seconds(3),
    .seconds(20),
  ]

  /// Whether an endpoint is a part of the simulated world itself, such as a clock.
  private static func isOfWorld(_ id: EndpointID) -> Bool {
    id.client == DependencyValues.self || id.client == SharedCall.self
  }

  func answer(ofEndpoint index: Int, _ generator: inout SeededGenerator) -> [UInt8]? {
    let type = header.endpoint(at: index)?.answer
    if let type, let known = learned[index], generator.isNext(1, in: 2) {
      return generator.element(of: known).flatMap { bytes(of: $0, as: type) }
    }
    return type.flatMap { drawnBytes(of: $0, &generator) }
  }

  func failure(ofEndpoint index: Int, _ generator: inout SeededGenerator) -> [UInt8]? {
    header.endpoint(at: index)?.failure.flatMap { drawnBytes(of: $0, &generator) }
  }

  private func drawnBytes(
    of type: TypeReference, _ generator: inout SeededGenerator
  ) -> [UInt8]? {
    values.draw(type, &generator).flatMap { bytes(of: $0, as: type) }
  }

  private func bytes(of value: RecordedValue, as type: TypeReference) -> [UInt8]? {
    var encoder = RecordEncoder()
    encoder.encode(value, as: type, in: header.schema)
    return encoder.failure == nil ? encoder.bytes : nil
  }
}
