import IdentifiedArrays
import RecordCoding
import RecordedValues
import SchemaEvolution
import Testing

@Suite("Resolution of older values")
struct SchemaResolverTests {
  enum Before {
    @Recordable struct Row: Equatable, Identifiable { var id: Int, name: String }
    @Recordable enum Status: Equatable { case idle, busy(Int), gone(String) }

    @Recordable struct State: Equatable {
      var count = 3
      var removed = "x"
      var title = "Milk"
      var rows: [Row] = [Row(id: 1, name: "a"), Row(id: 2, name: "b")]
      var status = Status.busy(7)
      var small: Int8 = 4
    }
  }

  enum Now {
    @Recordable struct Row: Equatable, Identifiable {
      var name: String
      var id: Int
      var isDone = false
    }

    enum Level { static let standard = Status.idle }

    @Recordable enum Status: Equatable {
      case added
      @RecordedAs("idle") case resting
      case busy(Int, hard: Bool = true)
      static let idle = Status.resting
    }

    @Recordable struct State: Equatable {
      @RecordedAs("count", converting: { (old: Int) in Double(old) / 2 }) var count = 0.0
      @RecordedAs("headline") @RecordedAs("title") var name = ""
      var rows: IdentifiedArrayOf<Row> = []
      var status: Status?
      var small = 0
      var extra = Level.standard
      var maybe: Int?
    }
  }

  struct Resolved<New: Recordable> {
    let value: New
    let changes: [String]
  }

  static func resolve<Old: Recordable, New: Recordable>(
    _ old: Old, as type: New.Type, filling: New? = nil
  ) throws -> Resolved<New> {
    let oldTypes = SchemaBuilder()
    let oldType = oldTypes.reference(to: Old.self)
    let newTypes = SchemaBuilder()
    let newType = newTypes.reference(to: New.self)
    let resolver = SchemaResolver(from: oldTypes.schema, to: newTypes)
    let resolution = resolver.resolution(from: oldType, to: newType)
    func value(_ value: some Recordable, _ type: TypeReference, _ schema: Schema) throws
      -> RecordedValue
    {
      var encoder = RecordEncoder()
      encoder.encode(value)
      var decoder = RecordDecoder(encoder.bytes)
      return try decoder.decodeValue(of: type, in: schema)
    }
    let result = try resolution.resolve(
      try value(old, oldType, oldTypes.schema),
      filling: try filling.map { try value($0, newType, newTypes.schema) })
    var encoder = RecordEncoder()
    encoder.encode(result, as: newType, in: newTypes.schema)
    var decoder = RecordDecoder(encoder.bytes)
    return Resolved(
      value: try decoder.decode(), changes: resolver.changes.map { "\($0.grade): \($0)" })
  }

  @Test("Fields and cases are matched by name, and the changes are graded")
  func everything() throws {
    let resolved = try Self.resolve(Before.State(), as: Now.State.self)
    #expect(
      resolved.value
        == Now.State(
          count: 1.5, name: "Milk",
          rows: [
            Now.Row(name: "a", id: 1, isDone: false), Now.Row(name: "b", id: 2, isDone: false),
          ],
          status: .busy(7, hard: true), small: 4, extra: .resting, maybe: nil))
    #expect(
      resolved.changes == [
        "fine: the type of 'count' was changed from Int to Double, and is converted",
        "fine: 'name' was 'title' before",
        "fine: the type of 'rows' was changed from [Row] to IdentifiedArray<Row>",
        "fine: the field 'rows[…].id' was moved from position 1 to position 2",
        "fine: the field 'rows[…].isDone' of type Bool was added",
        "fine: the type of 'status' was changed from Status to Status?",
        "fine: 'status.resting' was 'idle' before",
        "fine: the field 'status.busy.hard' of type Bool was added",
        "impossible: the case 'status.gone' was removed",
        "fine: the case 'status.added' was added",
        "fine: the type of 'small' was changed from Int8 to Int",
        "fine: the field 'extra' of type Status was added",
        "fine: the field 'maybe' of type Int? was added",
        """
        risky: the field 'removed' of type String was removed: its changes are no longer compared
        """,
      ])
  }

  @Test("The filling provides the parts that an older value lacks, in all containers")
  func filling() throws {
    let filling = Now.State(
      name: "other", rows: [Now.Row(name: "z", id: 9, isDone: true), Now.Row(name: "", id: 8)],
      status: .busy(1, hard: false), extra: .added, maybe: 5)
    let resolved = try Self.resolve(Before.State(), as: Now.State.self, filling: filling)
    #expect(
      resolved.value
        == Now.State(
          count: 1.5, name: "Milk",
          rows: [Now.Row(name: "a", id: 1, isDone: true), Now.Row(name: "b", id: 2)],
          status: .busy(7, hard: false), small: 4, extra: .added, maybe: 5))
  }

  @Test("A value of a removed case cannot be resolved, but values of other cases can")
  func removedCase() throws {
    #expect(throws: ResolutionError.impossible(.caseRemoved(path: "gone"))) {
      try Self.resolve(Before.Status.gone("x"), as: Now.Status.self)
    }
    #expect(try Self.resolve(Before.Status.idle, as: Now.Status.self).value == .resting)
  }

  @Recordable struct Wide { var number = 200 }
  @Recordable struct Narrow: Equatable { var number: Int8 = 0 }

  @Test("An integer that does not fit the narrower current type cannot be resolved")
  func narrowing() throws {
    let difference = SchemaDifference.typeChanged(path: "number", old: "Int", new: "Int8")
    #expect(throws: ResolutionError.doesNotFit(value: "200", difference)) {
      try Self.resolve(Wide(), as: Narrow.self)
    }
    #expect(try Self.resolve(Wide(number: -128), as: Narrow.self).value == Narrow(number: -128))
  }

  @Recordable struct Empty {}
  @Recordable struct Full { var number: Int }

  @Test("An added field without a value for older logs prevents resolution")
  func addedWithoutValue() throws {
    let error = ResolutionError.impossible(.fieldAdded(path: "number", type: "Int"))
    #expect(throws: error) { try Self.resolve(Empty(), as: Full.self) }
    #expect(
      error.description
        == "the field 'number' of type Int was added without a value for older logs")
  }

  @Recordable struct MaybeNumber { var number: Int? }
  @Recordable struct Number: Equatable { var number = 1 }

  @Test("A value that is no longer optional is resolved unless it is nil")
  func unwrapping() throws {
    #expect(try Self.resolve(MaybeNumber(number: 4), as: Number.self).value == Number(number: 4))
    #expect(throws: ResolutionError.self) { try Self.resolve(MaybeNumber(), as: Number.self) }
  }

  @Recordable struct Tree { var name = "", children: [Tree] = [] }
  @Recordable struct TallTree: Equatable {
    var name: String
    var height = 1
    var children: [TallTree]
  }

  @Test("A recursive type is resolved at every depth")
  func recursion() throws {
    let tree = Tree(name: "a", children: [Tree(name: "b"), Tree(name: "c")])
    let resolved = try Self.resolve(tree, as: TallTree.self)
    #expect(
      resolved.value
        == TallTree(
          name: "a",
          children: [TallTree(name: "b", children: []), TallTree(name: "c", children: [])]))
    #expect(resolved.changes == ["fine: the field 'height' of type Int was added"])
  }

  @Recordable struct Seconds { var seconds = 2 }
  @Recordable struct Milliseconds: Equatable {
    @RecordedAs("seconds", converting: { (old: Int64) in old * 1000 }) var milliseconds: Int64 = 0
  }

  @Test("A conversion resolves its argument first, and does not apply to a newer log")
  func conversion() throws {
    #expect(
      try Self.resolve(Seconds(), as: Milliseconds.self).value == Milliseconds(milliseconds: 2000))
    #expect(
      try Self.resolve(Milliseconds(milliseconds: 7), as: Milliseconds.self).value
        == Milliseconds(milliseconds: 7))
  }

  @Test("Equal types need no resolution")
  func alike() throws {
    #expect(try Self.resolve(Wide(), as: Wide.self).changes.isEmpty)
  }
}
