import Foundation
import RecordCoding
import RecordSchema
import Testing

@Suite("Warnings of secrets before a recording")
struct SecretWarningsTests {
  @Recordable struct State { @Redacted var pin: Int?; var count = 0; @Redacted var name = "" }
  @Recordable enum Open { case pinEntered(Int), named(String), row(Row), rated(Double) }
  @Recordable enum Row { case amount(first: Int, Redacted<Int>) }
  @Recordable enum Closed { case pinEntered(Redacted<Int>), named(String), flag(Bool) }
  @Recordable struct Plain { var pin = 0 }

  @Test("A number that is redacted in the state is told where an action has one that is not")
  func open() {
    #expect(
      SecretWarnings.all(state: State.self, action: Open.self) == [
        "'SecretWarningsTests.State.pin' is redacted, but an Int in 'pinEntered', 'amount' would be "
          + "written as it is: mark that payload",
        "'Row.amount' is redacted, but an Int in 'pinEntered', 'amount' would be written as it is: "
          + "mark that payload",
      ])
  }

  @Test("Nothing is told where all payloads of the type are redacted, or nothing is")
  func closed() {
    #expect(SecretWarnings.all(state: State.self, action: Closed.self) == [])
    #expect(SecretWarnings.all(state: Plain.self, action: Open.self).count == 1)
  }
}
