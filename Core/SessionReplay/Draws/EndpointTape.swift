import ComposableArchitecture
import DependencyInjection
import RecordCoding

/// Passes the answers of recorded endpoints through a tape, whichever client they come from.
final class EndpointTape: EndpointRecorder {
  private let tape: DrawTape
  /// The index of the dependency that an endpoint is in the list.
  private let kinds: [RecordedClient.Endpoint: Int]

  init(_ tape: DrawTape, kinds: [RecordedClient.Endpoint: Int]) {
    self.tape = tape
    self.kinds = kinds
  }

  func records(_ endpoint: String, as type: Any.Type) -> Bool {
    kinds[RecordedClient.Endpoint(name: endpoint, answer: type)] != nil
  }

  func answer<Answer: Recordable>(_ endpoint: String, call: () -> Answer) -> Answer {
    guard let kind = kinds[RecordedClient.Endpoint(name: endpoint, answer: Answer.self)] else {
      return call()
    }
    return tape.draw(kind: kind, live: call)
  }
}
