import Foundation
import RecordCoding
import RecordedValues
import Testing

@Suite("Warnings about secrets before a recording")
struct SecretWarningsTests {
  @Recordable struct State { @Redacted var pin: Int?; var count = 0; @Redacted var name = "" }
  @Recordable enum Open { case pinEntered(Int), named(String), row(Row), rated(Double) }
  @Recordable enum Row { case amount(first: Int, Redacted<Int>) }
  @Recordable enum Closed { case pinEntered(Redacted<Int>), named(String), flag(Bool) }
  @Recordable struct Plain { var pin = 0 }

  @Test("A warning names each action with an unredacted number of a redacted type")
  func open() {
    #expect(
      SecretWarnings.all(state: State.self, action: Open.self) == [
        "'SecretWarningsTests.State.pin' is redacted, but an Int in 'pinEntered', 'amount' would "
          + "be written as it is: mark that payload",
        "'Row.amount' is redacted, but an Int in 'pinEntered', 'amount' would be written as it is: "
          + "mark that payload",
      ])
  }

  @Test("There is no warning about a plain property, or if all payloads of a type are redacted")
  func closed() {
    #expect(SecretWarnings.all(state: State.self, action: Closed.self) == [])
    #expect(SecretWarnings.all(state: Plain.self, action: Open.self).count == 1)
  }
}
