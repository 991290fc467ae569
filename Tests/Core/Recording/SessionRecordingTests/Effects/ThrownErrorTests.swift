import Foundation
import RecordCoding
import SessionModel
import SessionRecording
import Testing

@Suite("Errors that calls threw")
struct ThrownErrorTests {
  enum Refusal: Error, Equatable { case early, late, full }
  enum Closed: Error { case holiday, night }
  struct Offline: Error {}
  enum Single: Error { case one }
  private struct Hidden: Error {}

  @Recordable
  struct Status: Error, Equatable { var code = 404 }

  private struct Reason: Error { var text = "full" }
  private enum Payload: Error { case none, code(Int) }

  private func thrown(_ error: any Error) -> ThrownError {
    ThrownError(error, coding: CallCoding(masksText: false))
  }

  @Test("An error of a recordable type is thrown again with its values")
  func recordable() {
    #expect(thrown(Status(code: 7)).makeError() as? Status == Status(code: 7))
  }

  @Test("An error that is only a case is thrown again", arguments: [Refusal.early, .late, .full])
  func plainCase(refusal: Refusal) {
    #expect(thrown(refusal).makeError() as? Refusal == refusal)
  }

  @Test("An error without a value is thrown again")
  func empty() {
    #expect(thrown(Offline()).makeError() is Offline)
    #expect(thrown(Single.one).makeError() is Single)
    #expect(thrown(Closed.night).makeError() as? Closed == .night)
  }

  @Test("An error that a generic function rethrew is thrown again as itself")
  func rethrown() {
    func error<Failure: Error>(_ work: () throws(Failure) -> Void) -> ThrownError? {
      do throws(Failure) { try work() } catch { return thrown(error) }
      return nil
    }
    func fail() throws { throw Closed.night }
    #expect(error(fail)?.makeError() as? Closed == .night)
  }

  @Test("An error with values that are not recordable has only its type and its texts")
  func unrecordable() {
    for error in [Hidden(), Reason(), Payload.none, Payload.code(1), URLError(.timedOut)]
      as [any Error]
    {
      let thrown = thrown(error)
      #expect(thrown.makeError() == nil)
      #expect(thrown.typeName == "")
      #expect(thrown.description == RecordedError(error))
    }
  }

  @Test("An error is not created if its type has changed")
  func changed() {
    let late = thrown(Refusal.late)
    func changed(typeName: String? = nil, _ value: [UInt8]) -> ThrownError {
      ThrownError(
        description: late.description, typeName: typeName ?? late.typeName, value: value)
    }
    #expect(changed([1]).makeError() as? Refusal == .late)
    for value in [[], [0], [3], [255], [1, 0]] as [[UInt8]] {
      #expect(changed(value).makeError() == nil)
    }
    #expect(changed(typeName: thrown(Status()).typeName, [1]).makeError() == nil)
  }

  @Test("A name that a compiler cannot write does not name a type")
  func hostileName() {
    for name in [
      "", "\u{1}\u{2}\u{3}\u{4}\u{5}", "Si", "x", String(repeating: "S", count: 100_000),
    ] {
      let error = ThrownError(
        description: RecordedError(type: "E", text: ""), typeName: name, value: [0])
      #expect(error.makeError() == nil)
    }
  }

  @Test("A thrown error is read back from the bytes of its event")
  func bytes() throws {
    for error in [Status(), Refusal.full, Reason()] as [any Error] {
      let event = EffectEvent(effect: 1, .ended(call: 2, .thrown(thrown(error))))
      var encoder = RecordEncoder()
      event.record(into: &encoder)
      #expect(try EffectEvent(encoder.bytes) == event)
    }
  }
}
