import SessionRecording
import Foundation
import IdentifiedArrays
import RecordCoding
import Testing

/// A list with a single owner changes in place, and the track must detect every such change.
struct ListTrackTests {
  @Recordable
  struct State: Equatable {
    var title = "list"
    var rows: IdentifiedArrayOf<Row> = []
  }

  @Recordable
  struct Lists: Equatable {
    var one: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    var other: IdentifiedArrayOf<Row> = [Row(id: 3), Row(id: 4)]
  }

  @Recordable
  struct Row: Equatable, Identifiable {
    let id: Int
    var text = ""
  }

  struct Edit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (inout IdentifiedArrayOf<Row>) -> Void

    init(_ description: String, _ make: @escaping @Sendable (inout IdentifiedArrayOf<Row>) -> Void)
    {
      testDescription = description
      self.make = make
    }

    static let all = [
      Edit("change by identity") { $0[id: 3]?.text += "x" },
      Edit("change by position") { $0[5].text += "x" },
      Edit("change a row twice") { rows in
        rows[id: 3]?.text += "x"
        rows[id: 3]?.text += "y"
      },
      Edit("change two rows") { rows in
        rows[id: 3]?.text += "x"
        rows[id: 7]?.text += "x"
      },
      Edit("change a row and remove it") { rows in
        rows[id: 3]?.text += "x"
        rows[id: 3] = nil
      },
      Edit("change a row, then insert") { rows in
        rows[2].text += "x"
        rows.insert(Row(id: 9_003), at: 0)
      },
      Edit("replace at a position") { $0.update(Row(id: 5, text: "replaced"), at: 5) },
      Edit("write a new row to a position") { $0[5] = Row(id: 9_004) },
      Edit("write a row of another position") { $0[5] = Row(id: 2, text: "moved") },
      Edit("change the id of a row in place") { rows in
        withUnsafeMutablePointer(to: &rows[5]) { $0.pointee = Row(id: 9_005) }
      },
      Edit("set by identity") { $0[id: 4] = Row(id: 4, text: "set") },
      Edit("remove by identity") { $0[id: 2] = nil },
      Edit("append") { $0.append(Row(id: 9_000)) },
      Edit("insert") { $0.insert(Row(id: 9_001), at: 1) },
      Edit("update") { $0.updateOrAppend(Row(id: 6, text: "updated")) },
      Edit("swap") { $0.swapAt(0, 7) },
      Edit("reverse") { $0.reverse() },
      Edit("sort") { $0.sort { $0.id > $1.id } },
      Edit("move") { $0.move(fromOffsets: [1], toOffset: 4) },
      Edit("remove all that") { $0.removeAll { $0.id.isMultiple(of: 2) } },
      Edit("remove the last") { $0.removeLast() },
      Edit("replace all, keeping the count") { rows in
        let count = rows.count
        rows = []
        rows = IdentifiedArray(uniqueElements: (0..<count).map { Row(id: $0, text: "new") })
      },
      Edit("replace a row by another") { rows in
        rows.remove(at: 8)
        rows.insert(Row(id: 9_002), at: 8)
      },
    ]
  }

  @Test(
    "A track follows a list through every kind of change", arguments: Edit.all, [10, 200, 1_100])
  func edits(edit: Edit, rowCount: Int) {
    var state = Self.state(rowCount)
    let track = StateTrack(state)
    var encoder = RecordEncoder()
    // The first change separates the list from the copy with which the track started.
    state.rows[0].text = "first"
    #expect(track.advance(to: &state, into: &encoder))
    encoder.reset()
    edit.make(&state.rows)
    #expect(track.advance(to: &state, into: &encoder))
    #expect(track.state == state)
    #expect(Array(track.state.rows.ids) == Array(state.rows.ids))
    for row in state.rows { #expect(track.state.rows[id: row.id] == row) }
    encoder.reset()
    #expect(!track.advance(to: &state, into: &encoder))
    #expect(encoder.bytes.isEmpty)
  }

  @Test("A track copies a short list and shares the chunks of a long one", arguments: [10, 200])
  func sharing(rowCount: Int) {
    var state = Self.state(rowCount)
    let track = StateTrack(state)
    for step in 0..<3 {
      state.rows[id: 3]?.text = "\(step)"
      var encoder = RecordEncoder()
      #expect(track.advance(to: &state, into: &encoder))
      #expect(track.state.rows.sharesChunk(at: 0, with: state.rows) == (rowCount > 64))
    }
  }

  @Test(
    "A list is tracked at every depth at which its change can be written", arguments: Edit.all,
    [10, 200])
  func depth(edit: Edit, rowCount: Int) {
    let old = Self.state(rowCount).rows
    var new = old
    edit.make(&new)
    for depth in (RecordEncoder.maximumDepth - 5)...RecordEncoder.maximumDepth {
      var written = RecordEncoder()
      var followed = RecordEncoder()
      (written.depth, followed.depth) = (depth, depth)
      let hasChanged = written.encodeChange(from: old, to: new)
      var track = old
      let hasFollowed = IdentifiedArray.advance(&track, to: &new, into: &followed)
      #expect(hasFollowed == hasChanged)
      #expect(followed.failure == written.failure, "at depth \(depth)")
    }
  }

  @Test(
    "A track detects a change to an older copy, and the changes since that copy",
    arguments: [10, 200])
  func olderCopy(rowCount: Int) {
    var state = Self.state(rowCount)
    state.rows[id: 1]?.text = "first"
    let track = StateTrack(state)
    var encoder = RecordEncoder()
    let copy = state.rows
    state.rows[id: 3]?.text = "changed"
    #expect(track.advance(to: &state, into: &encoder))
    state.rows = copy
    state.rows[id: 5]?.text = "changed"
    #expect(track.advance(to: &state, into: &encoder))
    #expect(track.state == state)
  }

  @Test("A track follows two lists that exchange their rows")
  func exchange() {
    var state = Lists()
    let track = StateTrack(state)
    var encoder = RecordEncoder()
    for step in 0..<4 {
      swap(&state.one, &state.other)
      state.one[0].text += "\(step)"
      #expect(track.advance(to: &state, into: &encoder))
      #expect(track.state == state)
      state.other[1].text += "\(step)"
      #expect(track.advance(to: &state, into: &encoder))
      #expect(track.state == state)
    }
  }

  private static func state(_ rowCount: Int) -> State {
    State(rows: IdentifiedArray(uniqueElements: (0..<rowCount).map { Row(id: $0) }))
  }
}
