import ComposableArchitecture
import Foundation
import RecordCoding
import RecordedValues
import SessionReplay
import SessionReports
import Testing

@Suite("Changes of a step")
struct StateChangeTests {
  private let schema = Schema(types: [
    TypeDefinition(
      name: "App.State",
      kind: .structure([
        RecordField("count", .signed(bits: 64)),
        RecordField("name", .optional(.string)),
        RecordField("list", .array(.signed(bits: 64))),
        RecordField("rows", .identifiedArray(.named(1))),
        RecordField("tags", .set(.string)),
        RecordField("counts", .dictionary(key: .string, value: .signed(bits: 64))),
        RecordField("page", .named(2)),
      ])),
    TypeDefinition(
      name: "App.Row",
      kind: .structure([RecordField("id", .signed(bits: 64)), RecordField("text", .string)])),
    TypeDefinition(
      name: "App.Page",
      kind: .enumeration([
        RecordCase("home"), RecordCase("item", [RecordField(nil, .named(1))]),
        RecordCase("two", [RecordField("a", .bool), RecordField(nil, .bool)]),
      ])),
  ])

  private struct State {
    var count = RecordedValue.signed(0)
    var name = RecordedValue.none
    var list: [Int64] = []
    var rows: [(Int64, String)] = []
    var tags: [String] = []
    var counts: [(String, Int64)] = []
    var page = RecordedValue.enumeration(case: 0, payload: [])

    var value: RecordedValue {
      .product([
        count, name, .sequence(list.map { .signed($0) }),
        .sequence(rows.map { row($0, $1) }), .sequence(tags.map { .string($0) }),
        .dictionary(counts.map { RecordedPair(key: .string($0), value: .signed($1)) }), page,
      ])
    }
  }

  private func changes(_ change: (inout State) -> Void, from state: State = State()) -> [String] {
    var new = state
    change(&new)
    return StateChange.all(from: state.value, to: new.value, as: .named(0), in: schema)
      .map { $0.text(in: schema) }
  }

  @Test("Equal states have no changes")
  func nothing() {
    #expect(changes { _ in }.isEmpty)
  }

  @Test("Every changed field is listed, in the order of the type")
  func fields() {
    let texts = changes {
      $0.name = .some(.string("x"))
      $0.count = .signed(-3)
    }
    #expect(texts == ["count: 0 → -3", #"name: nil → "x""#])
  }

  @Test("Elements of lists with the same length are compared by position")
  func places() {
    var state = State()
    state.list = [1, 2, 3]
    #expect(changes({ $0.list = [1, 5, 6] }, from: state) == ["list[1]: 2 → 5", "list[2]: 3 → 6"])
  }

  @Test("An inserted or removed element is listed with its position")
  func insertions() {
    var state = State()
    state.list = [1, 2, 3]
    #expect(changes({ $0.list = [1, 9, 2, 3] }, from: state) == ["list[1]: + 9"])
    #expect(changes({ $0.list = [1, 3] }, from: state) == ["list[1]: - 2"])
    #expect(changes({ $0.list = [] }, from: state).count == 3)
  }

  @Test("Rows are identified by their identities, even if their positions changed")
  func rows() {
    var state = State()
    state.rows = [(1, "a"), (2, "b")]
    #expect(
      changes({ $0.rows = [(3, "n"), (1, "a"), (2, "c")] }, from: state)
        == [#"rows[id: 3]: + Row(text: "n")"#, #"rows[id: 2].text: "b" → "c""#])
    #expect(
      changes({ $0.rows = [(2, "b")] }, from: state)
        == [#"rows[id: 1]: - Row(text: "a")"#])
    #expect(
      changes({ $0.rows.swapAt(0, 1) }, from: state) == ["rows order: [1, 2] → [2, 1]"])
  }

  @Test("Sets are compared by element, and dictionaries by key")
  func unordered() {
    var state = State()
    state.tags = ["a", "b"]
    state.counts = [("a", 1), ("b", 2)]
    #expect(
      changes({ $0.tags = ["b", "c"] }, from: state) == [#"tags: - "a""#, #"tags: + "c""#])
    #expect(
      changes({ $0.counts = [("b", 3), ("c", 4)] }, from: state)
        == [#"counts["a"]: - 1"#, #"counts["b"]: 2 → 3"#, #"counts["c"]: + 4"#])
  }

  @Test("An enumeration's values are named by their case, and a different case is a whole change")
  func enumerations() {
    var state = State()
    state.page = .enumeration(case: 1, payload: [row(1, "a")])
    #expect(
      changes({ $0.page = .enumeration(case: 1, payload: [row(1, "b")]) }, from: state)
        == [#"page.item.text: "a" → "b""#])
    #expect(
      changes({ $0.page = .enumeration(case: 0, payload: []) }, from: state)
        == [#"page: .item(Row(id: 1, text: "a")) → .home"#])
    state.page = .enumeration(case: 2, payload: [.bool(true), .bool(true)])
    #expect(
      changes(
        { $0.page = .enumeration(case: 2, payload: [.bool(false), .bool(false)]) }, from: state)
        == ["page.two.a: true → false", "page.two.1: true → false"])
  }

  @Test("Long values are truncated, and excess changes are counted")
  func limits() {
    let long = String(repeating: "x", count: 100)
    #expect(changes { $0.name = .some(.string(long)) }[0].count == "name: nil → ".count + 61)
    let old = State()
    var new = State()
    new.list = [1, 2, 3, 4, 5, 6]
    let all = StateChange.all(from: old.value, to: new.value, as: .named(0), in: schema)
    #expect(
      StateChange.text(of: all, in: schema)
        == "list[0]: + 1, list[1]: + 2, list[2]: + 3, list[3]: + 4, … 2 more")
  }

  @Test("Control characters in a value are escaped")
  func controlCharacters() {
    #expect(changes { $0.name = .some(.string("\u{1B}[2J")) } == [#"name: nil → "\u{1B}[2J""#])
  }

  @Test("A step line has columns for the number, origin, action and changes")
  func stepLine() {
    let actions = Schema(types: [
      TypeDefinition(name: "App.Action", kind: .enumeration([RecordCase("tap")]))
    ])
    let action = RecordedValue.enumeration(case: 0, payload: [])
    let change = StateChange(path: "n", old: .bool(false), new: .bool(true), type: .bool)
    let line = StepLine(schema: actions, action: .named(0))
    #expect(
      line.text(number: 7, origin: .sent, action: action, changes: []) == "    7 · tap")
    #expect(
      line.text(number: 123_456, origin: .received(startedBy: 9), action: action, changes: [change])
        == "123456 ←9 tap" + String(repeating: " ", count: 31) + "n: false → true")
    let narrow = StepLine(schema: actions, action: .named(0), width: 50)
    let cut = narrow.text(number: 7, origin: .sent, action: action, changes: [change])
    #expect(cut.count == 50)
    #expect(cut.hasSuffix("n: f…e"))
  }

  @Test("A multiline step has one truncated line for each change, and counts the rest")
  func stepLines() {
    let actions = Schema(types: [
      TypeDefinition(name: "App.Action", kind: .enumeration([RecordCase("tap")]))
    ])
    let action = RecordedValue.enumeration(case: 0, payload: [])
    func lines(_ count: Int, width: Int? = nil) -> [String] {
      let changes = (0..<count).map {
        StateChange(path: "n[\($0)]", old: .bool(false), new: .bool(true), type: .bool)
      }
      return StepLine(schema: actions, action: .named(0), width: width)
        .lines(number: 7, origin: .received(startedBy: 2), action: action, changes: changes)
    }
    #expect(lines(0) == ["    7 ←2 tap"])
    #expect(
      lines(2) == ["    7 ←2 tap", "        n[0]: false → true", "        n[1]: false → true"])
    #expect(lines(1, width: 16).last == "        n[0]: …e")
    #expect(lines(StepLine.listedChanges).count == StepLine.listedChanges + 1)
    let many = lines(StepLine.listedChanges + 3)
    #expect(many.count == StepLine.listedChanges + 2)
    #expect(many.last == "        … 3 more")
  }
}

private func row(_ id: Int64, _ text: String) -> RecordedValue {
  .product([.signed(id), .string(text)])
}
