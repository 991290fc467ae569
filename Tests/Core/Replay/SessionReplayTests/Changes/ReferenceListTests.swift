import SessionRecording
import ComposableArchitecture
import RecordCoding
import Testing

/// A list of references is compared by its encoded elements. The track must detect each change, and
/// write it like a comparison of the whole values.
struct ReferenceListTests {
  @Recordable
  struct Row: Identifiable, Equatable, Sendable {
    let id: Int
    var text = ""
  }

  @Recordable
  struct RowState: Identifiable, Sendable {
    let id: Int
    var isSelected = false
    @Shared var row: Row
  }

  @Recordable
  struct State: Sendable {
    @Shared var list: IdentifiedArrayOf<Row>
    var rows: IdentifiedArrayOf<RowState> = []
    var references: [Shared<Row>] = []
    var nested: [[Shared<Row>]?] = []

    init(rowCount: Int) {
      let rows = (0..<rowCount).map { Row(id: $0) }
      _list = Shared(value: IdentifiedArray(uniqueElements: rows))
      references = Array($list)
      nested = [references, nil, []]
      self.rows = IdentifiedArray(
        uniqueElements: references.map { RowState(id: $0.wrappedValue.id, row: $0) })
    }
  }

  struct Edit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (inout State) -> Void

    init(_ description: String, _ make: @escaping @Sendable (inout State) -> Void) {
      testDescription = description
      self.make = make
    }

    static let all = [
      Edit("change a row of the list") { $0.$list.withLock { $0[id: 3]?.text += "x" } },
      Edit("change a row through its reference") { $0.references[2].withLock { $0.text += "x" } },
      Edit("change each row") { state in
        state.$list.withLock { list in for id in list.ids { list[id: id]?.text += "x" } }
      },
      Edit("write a row again") { $0.$list.withLock { $0[id: 3] = $0[id: 3] } },
      Edit("remove a row of the list") { $0.$list.withLock { _ = $0.remove(id: 4) } },
      Edit("change a removed row") { state in
        let row = state.references[4]
        state.$list.withLock { _ = $0.remove(id: 4) }
        row.withLock { $0.text += "x" }
      },
      Edit("lengthen a text") { state in
        state.$list.withLock { $0[id: 0]?.text = String(repeating: "x", count: 200) }
      },
      Edit("move a row of the list") {
        $0.$list.withLock { $0.move(fromOffsets: [1], toOffset: 4) }
      },
      Edit("redirect a reference") { $0.references[1].projectedValue = $0.references[2] },
      Edit("redirect a reference to an equal row") { state in
        state.references[1].projectedValue = Shared(value: Row(id: 1))
      },
      Edit("replace a reference") { $0.references[1] = Shared(value: Row(id: 1, text: "x")) },
      Edit("change a field beside a reference") { $0.rows[id: 5]?.isSelected.toggle() },
      Edit("change a row and a field beside its reference") { state in
        state.$list.withLock { $0[id: 5]?.text += "x" }
        state.rows[id: 5]?.isSelected.toggle()
      },
      Edit("remove references") { state in
        state.references.removeLast()
        state.rows.remove(id: 0)
        state.nested[0]?.removeFirst()
      },
      Edit("swap references") { state in
        state.references.swapAt(0, 1)
        state.rows.swapAt(0, 1)
      },
      Edit("insert a reference and change its row") { state in
        state.references.insert(state.references[3], at: 0)
        state.$list.withLock { $0[id: 3]?.text += "x" }
      },
      Edit("remove all") { state in
        (state.references, state.rows, state.nested) = ([], [], [])
      },
      Edit("nothing") { _ in },
    ]
  }

  @Test(
    "A change of a list of references is written like a change of the values, after any other one",
    arguments: Edit.all, [8, 130])
  func edits(_ edit: Edit, rowCount: Int) throws {
    for other in Edit.all { try expectSameChanges([edit, other], rowCount: rowCount) }
  }

  private func expectSameChanges(_ edits: [Edit], rowCount: Int) throws {
    var state = State(rowCount: rowCount)
    let track = StateTrack(state)
    for edit in edits where state.rows.count > 6 {
      let before = state.recordedBytes
      edit.make(&state)
      var change = RecordEncoder()
      let hasChanged = withUnsafePointer(to: state) { track.advance(to: $0, into: &change) }
      var expected = RecordEncoder()
      let old = try #require(State(decoding: before))
      #expect(hasChanged == expected.encodeChange(from: old, to: state))
      #expect(change.bytes == expected.bytes)
      #expect(change.failure == nil)
      // The track follows: nothing is left to write.
      change.reset()
      #expect(!withUnsafePointer(to: state) { track.advance(to: $0, into: &change) })
    }
  }
}
