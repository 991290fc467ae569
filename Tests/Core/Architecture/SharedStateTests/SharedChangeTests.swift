import DependencyInjection
import IdentifiedArrays
import Observation
import SharedState
import Testing

@Suite("Changes of shared values")
struct SharedChangeTests {
  private struct Row: Identifiable, Equatable {
    let id: Int
    var text = ""
  }

  @Test("A read within a change sees the previous value, through any reference")
  func readWithinChange() throws {
    let rows = Shared(value: [Row(id: 0, text: "a"), Row(id: 1, text: "b")] as IdentifiedArrayOf)
    let row = try #require(Shared(rows[id: 1]))
    let reader = SharedReader(row.text)
    rows.withLock { value in
      value.remove(id: row.wrappedValue.id)
      value[id: 0]?.text = "changed"
      #expect(rows.wrappedValue.map(\.text) == ["a", "b"])
      #expect(row.wrappedValue.text == "b")
      #expect(reader.wrappedValue == "b")
    }
    #expect(rows.wrappedValue.map(\.text) == ["changed"])
    #expect(row.wrappedValue.text == "b")
    row.withLock { value in
      value.text = "c"
      #expect(row.wrappedValue.text == "b")
    }
    #expect(reader.wrappedValue == "c")
  }

  @Test("A change that throws keeps its modifications before the error")
  func throwing() {
    struct Failure: Error {}
    let count = Shared(value: 1)
    #expect(throws: Failure.self) {
      try count.withLock {
        $0 = 2
        throw Failure()
      }
    }
    #expect(count.wrappedValue == 2)
  }

  @Test("Assigning the projection of a property redirects its copies, but not derived references")
  func redirection() {
    struct Child {
      @Shared var row: Row
      @SharedReader var text: String
    }
    let first = Shared(value: Row(id: 0, text: "first"))
    let child = Child(row: first, text: SharedReader(first.text))
    let copy = child
    let second = Shared(value: Row(id: 1, text: "second"))
    child.$row = second
    #expect(copy.row.text == "second")
    #expect(first.wrappedValue.text == "second")
    #expect(copy.text == "first")
    copy.$row.withLock { $0.text = "changed" }
    #expect(second.wrappedValue.text == "changed")
    let observed = LockIsolated(false)
    withObservationTracking {
      _ = copy.row
    } onChange: {
      observed.setValue(true)
    }
    child.$row = Shared(value: Row(id: 2, text: "third"))
    #expect(observed.value)
    #expect(copy.row.text == "third")
    child.$text = SharedReader(value: "constant")
    #expect(copy.text == "constant")
  }
}
