import ComposableArchitecture
import RecordCoding
import RecordedValues
import SessionReplay
import SessionTestSupport

/// The last thousand entries of a list. A step contains their number, and a keyframe the entries.
struct Entries<Entry: Recordable>: Recordable {
  private(set) var count = 0
  private var entries: [Entry] = []

  mutating func append(_ entry: Entry) {
    count += 1
    entries.append(entry)
    if entries.count > 1000 { entries.removeFirst() }
  }

  static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.supplement([Entry].self)
    return schema.structure(Self.self) { type in
      type.field("count", \.count)
      type.keyframePart("entries", [Entry].self)
    }
  }

  func record(into encoder: inout RecordEncoder) {
    encoder.encode(count)
    encoder.encodeInKeyframe(entries)
  }

  init() {}

  init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    count = try decoder.decode()
    entries = try decoder.decodeInKeyframe([Entry].self) ?? []
  }

  func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let product = encoder.openProduct(fieldCount: 1)
    encoder.field(0, of: product, from: old.count, to: count)
    return encoder.close(product)
  }
}

@Reducer
struct Diary {
  enum Fault {
    case wrongEntry(Int)
    case wrongCount(Int)
  }

  @Recordable
  struct Entry { var text: String }

  @Recordable
  struct State {
    var diary = Entries<Entry>()
    var other = 0
  }

  @Recordable
  enum Action {
    case write(String)
  }

  var fault: Fault?

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .write(let text):
        let next = state.diary.count + 1
        if case .wrongEntry(next) = fault {
          state.diary.append(Entry(text: "wrong"))
        } else {
          state.diary.append(Entry(text: text))
        }
        if case .wrongCount(next) = fault { state.other += 1 }
        return .none
      }
    }
  }

  static func app(_ fault: Fault?) -> ReplayedApp<State, Action> {
    ReplayedApp(identity: Session.identity) { Diary(fault: fault).assemble() }
  }
}

extension Diary.Fault {
  fileprivate static func ~= (pattern: Self, value: Self?) -> Bool {
    switch (pattern, value) {
    case (.wrongEntry(let one), .wrongEntry(let other)): one == other
    case (.wrongCount(let one), .wrongCount(let other)): one == other
    default: false
    }
  }
}

@Reducer
struct SecretDiary {
  @Recordable
  struct Entry {
    var number: Int
    @Redacted var text = ""
  }

  typealias State = Entries<Entry>

  @Recordable
  enum Action { case write(Redacted<String>) }

  var wrong: Int?

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .write(let text):
        let number = state.count + 1
        state.append(Entry(number: number == wrong ? -1 : number, text: text.wrappedValue))
        return .none
      }
    }
  }
}
