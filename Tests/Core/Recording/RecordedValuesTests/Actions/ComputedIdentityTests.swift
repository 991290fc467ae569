import RecordedValues
import IdentifiedArrays
import RecordCoding
import Testing

@Suite("Rows with computed identities")
struct ComputedIdentityTests {
  @Recordable
  struct Memo: Identifiable {
    var title: String
    var take: Int
    var id: String { "\(title)-\(take)" }
  }

  @Recordable
  struct State {
    var memos: IdentifiedArray<String, Memo>
    var counts: IdentifiedArray<Int, Count> = []
  }

  @Recordable
  struct Count: Identifiable {
    var value: Int
    var id: Int { -value }
  }

  @Recordable
  enum Rows<ID, Action> {
    case element(id: ID, action: Action)
  }

  @Recordable
  enum MemoAction { case play }

  @Recordable
  enum Action {
    case memos(Rows<String, MemoAction>)
    case counts(Rows<Int, MemoAction>)
  }

  private let text: ActionText
  private let state: RecordedValue
  private let stateType: TypeReference

  init() throws {
    let schema = SchemaBuilder()
    stateType = schema.reference(to: State.self)
    let type = schema.reference(to: Action.self)
    text = ActionText(schema: schema.schema, type: type, rowIdentities: schema.rowIdentities)
    var encoder = RecordEncoder()
    encoder.encode(
      State(
        memos: [Memo(title: "Milk", take: 1), Memo(title: "Bread", take: 2)],
        counts: [Count(value: 3)]))
    var decoder = RecordDecoder(encoder.bytes)
    state = try decoder.decodeValue(of: stateType, in: schema.schema)
  }

  @Test("A row is addressed by its index")
  func places() throws {
    let memo = try text.parse("memos[1].play", state: state, stateType: stateType)
    #expect(text.text(of: memo) == #"memos[id: "Bread-2"].play"#)
    let count = try text.parse("counts[0].play", state: state, stateType: stateType)
    #expect(text.text(of: count) == "counts[id: -3].play")
  }

  @Test("An action is printed with the index of its row, and completed with the existing rows")
  func printing() throws {
    let action = try text.parse(#"memos[id: "Bread-2"].play"#)
    #expect(text.text(of: action, in: state, as: stateType) == "memos[1].play")
    let completed = ActionCompleter(text, stateType: stateType).complete("memos[", state: state)
    #expect(completed.candidates.map(\.text).contains("memos[1]."))
  }

  @Test("Without the app's types, a row can only be addressed by its identity")
  func withoutTypes() throws {
    let plain = ActionText(schema: text.schema, type: text.type)
    #expect(throws: ActionTextError.self) {
      try plain.parse("memos[1].play", state: state, stateType: stateType)
    }
    let action = try plain.parse(#"memos[id: "Milk-1"].play"#)
    #expect(plain.text(of: action) == #"memos[id: "Milk-1"].play"#)
  }
}
