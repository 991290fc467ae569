import Foundation
import IdentifiedArrays
import RecordCoding
import Testing

@Suite("Changes of a state as Swift source")
struct SourceChangesTests {
  @Recordable
  struct Row: Identifiable {
    let id: Int
    var name: String
    private(set) var isDone = false

    init(id: Int, name: String, isDone: Bool = false) {
      self.id = id
      self.name = name
      self.isDone = isDone
    }
  }

  @Recordable
  enum Mode {
    case idle, loading(progress: Double)
    case `init`(String)
  }

  @Recordable
  struct State {
    var count = 0
    var `default` = ""
    var amount = 0.0
    var mode = Mode.idle
    var rows: IdentifiedArrayOf<Row> = []
    var primes: [Int] = []
    var places: IndexSet = []
    var row: Row?
    var nested: Int??
    var prices: [String: Int] = [:]
    var best: [String: Row] = [:]
    var limits: [String: Int?] = [:]
    var link: URL?
    fileprivate var secret = 1
  }

  private func lines(_ change: (inout State) -> Void, from start: State = State()) -> [String] {
    var state = start
    change(&state)
    return Statements.lines(from: start, to: state)
  }

  private var rows: State {
    var state = State()
    state.rows = [Row(id: 1, name: "A"), Row(id: 2, name: "B"), Row(id: 3, name: "C")]
    return state
  }

  @Test("Only the fields that change are set")
  func field() {
    #expect(lines { $0.count = 3 } == ["$0.count = 3"])
  }

  @Test(
    "Strings have escapes for quotes, interpolation, control characters and changes of direction")
  func texts() {
    #expect(
      lines { $0.default = "\"\\(1)\u{1B}\u{202E}é\n" }
        == [#"$0.default = "\"\\(1)\u{1B}\u{202E}é\n""#])
  }

  @Test("Numbers keep every bit")
  func numbers() {
    #expect(lines { $0.amount = -0.0 } == ["$0.amount = -0.0"])
    #expect(lines { $0.amount = .infinity } == ["$0.amount = Double.infinity"])
    #expect(lines { $0.amount = .nan } == ["$0.amount = Double(bitPattern: 0x7ff8000000000000)"])
  }

  @Test("Cases have their labels, and backticks if their names have a different meaning")
  func cases() {
    #expect(lines { $0.mode = .loading(progress: 0.5) } == ["$0.mode = .loading(progress: 0.5)"])
    #expect(lines { $0.mode = .`init`("a") } == [#"$0.mode = .`init`("a")"#])
  }

  @Test("A row is changed by its identity, moved, removed and inserted")
  func rowChanges() {
    #expect(lines({ $0.rows[id: 2]?.name = "X" }, from: rows) == [#"$0.rows[id: 2]?.name = "X""#])
    #expect(lines({ _ = $0.rows.remove(id: 1) }, from: rows) == ["$0.rows.remove(id: 1)"])
    #expect(
      lines({ $0.rows.move(fromOffsets: [0], toOffset: 3) }, from: rows)
        == ["$0.rows.move(fromOffsets: [0], toOffset: 3)"])
    #expect(
      lines({ $0.rows.insert(Row(id: 9, name: "N"), at: 1) }, from: rows)
        == [#"$0.rows.insert(Row(id: 9, name: "N", isDone: false), at: 1)"#]
        || lines({ $0.rows.insert(Row(id: 9, name: "N"), at: 1) }, from: rows)
          == [
            #"$0.rows.insert(SourceChangesTests.Row(id: 9, name: "N", isDone: false), at: 1)"#
          ]
    )
  }

  @Recordable
  struct Tag: Identifiable, Equatable {
    var name: String
    var count = 0
    var id: String { name }
  }

  @Recordable
  enum Answer: Identifiable, Equatable {
    case number(Int)
    case text(String)
    var id: Bool { if case .number = self { true } else { false } }
  }

  @Recordable
  struct Lists {
    var tags: IdentifiedArrayOf<Tag> = [Tag(name: "A"), Tag(name: "B")]
    var answers: IdentifiedArrayOf<Answer> = [.number(1)]
  }

  @Test("A computed identity finds a row, and a row that is a case is assigned")
  func computedIdentities() {
    func lines(_ change: (inout Lists) -> Void) -> [String] {
      var lists = Lists()
      change(&lists)
      return Statements.lines(from: Lists(), to: lists)
    }
    #expect(lines { $0.tags[id: "B"]?.count = 1 } == [#"$0.tags[id: "B"]?.count = 1"#])
    #expect(lines { $0.tags.remove(id: "A") } == [#"$0.tags.remove(id: "A")"#])
    #expect(lines { $0.answers[id: true] = .number(2) } == ["$0.answers[id: true] = .number(2)"])
    #expect(
      lines { $0.answers.append(.text("C")) } == [#"$0.answers.append(.text("C"))"#])
  }

  @Test("Entries of a dictionary are set, changed in place and removed by their keys")
  func entries() {
    var start = State()
    start.prices = ["a": 1, "b": 2]
    start.best = ["x": Row(id: 1, name: "A")]
    #expect(lines({ $0.prices["a"] = nil }, from: start) == [#"$0.prices["a"] = nil"#])
    #expect(lines({ $0.prices["a"] = 3 }, from: start) == [#"$0.prices["a"] = 3"#])
    #expect(lines({ $0.best["x"]?.name = "B" }, from: start) == [#"$0.best["x"]?.name = "B""#])
    #expect(
      lines { $0.limits.updateValue(nil, forKey: "a") }
        == [#"$0.limits.updateValue(nil, forKey: "a")"#])
  }

  @Test("A value that source code cannot set is written in its printed form")
  func unreachable() {
    #expect(lines { $0.secret = 7 } == [#"try $0.setRecorded("secret", to: "7")"#])
  }

  @Test("A value that source code can only create is replaced")
  func constants() {
    let done = { (state: inout State) in
      state.rows[id: 2] = Row(id: 2, name: "B", isDone: true)
    }
    #expect(
      lines(done, from: rows)
        == [#"$0.rows[id: 2] = SourceChangesTests.Row(id: 2, name: "B", isDone: true)"#])
    var start = State()
    start.row = Row(id: 1, name: "A")
    #expect(
      lines({ $0.row = Row(id: 2, name: "A") }, from: start)
        == [#"$0.row = SourceChangesTests.Row(id: 2, name: "A", isDone: false)"#])
  }

  @Test("Lists, sets, dictionaries and optionals change in idiomatic Swift")
  func collections() {
    #expect(lines { $0.primes = [2] } == ["$0.primes.append(2)"])
    #expect(lines { $0.places = [4] } == ["$0.places.insert(4)"])
    #expect(lines { $0.prices = ["a": 1] } == [#"$0.prices["a"] = 1"#])
    #expect(lines { $0.nested = .some(nil) } == ["$0.nested = .some(nil)"])
    #expect(
      lines { $0.link = URL(string: "https://a.b/c") } == [
        #"$0.link = URL(string: "https://a.b/c")!"#
      ])
  }
}
