import RecordedValues
import Foundation
import RecordCoding
import Testing

@Suite("UUIDs that are written by their first characters")
struct UUIDTextTests {
  private static let recipe = "9C9DBD0C-9BE1-422A-9295-5018C3354A1E"
  private static let twin = "9C9DBD0C-9BE1-0000-0000-000000000000"
  private static let other = "27873512-6185-4DDB-BC8B-540AF69292F7"
  private static let unknown = "FFFFFFFF-6185-4DDB-BC8B-540AF69292F7"

  /// A list of recipes, the identities of marked recipes, and actions on both.
  private static let schema = Schema(types: [
    TypeDefinition(
      name: "App.State",
      kind: .structure([
        RecordField("recipes", .identifiedArray(.named(1))), RecordField("marked", .set(.uuid)),
        RecordField("count", .signed(bits: 64)),
      ])),
    TypeDefinition(
      name: "App.Recipe",
      kind: .structure([RecordField("id", .uuid), RecordField("name", .string)])),
    TypeDefinition(
      name: "App.Action",
      kind: .enumeration([
        RecordCase("recipeTapped", [RecordField("id", .uuid)]),
        RecordCase("mark", [RecordField(nil, .optional(.uuid))]),
        RecordCase("recipes", [RecordField(nil, .named(3))]), RecordCase("clear"),
      ])),
    TypeDefinition(
      name: "App.Recipes",
      kind: .enumeration([
        RecordCase("element", [RecordField("id", .uuid), RecordField("action", .named(4))])
      ])),
    TypeDefinition(name: "App.RecipeAction", kind: .enumeration([RecordCase("cook")])),
  ])
  private static let stateType = TypeReference.named(0)
  private static let actions = ActionText(schema: schema, type: .named(2))

  private func state(_ recipes: [String], marked: [String] = []) throws -> RecordedValue {
    func uuid(_ text: String) throws -> RecordedValue {
      .uuid(try #require(UUID(uuidString: text)))
    }
    let rows = try recipes.enumerated().map { index, id in
      RecordedValue.product([try uuid(id), .string("Recipe \(index)")])
    }
    return .product([.sequence(rows), .sequence(try marked.map(uuid)), .signed(3)])
  }

  private func parse(_ line: String, _ state: RecordedValue) throws -> RecordedValue {
    try Self.actions.parse(line, state: state, stateType: Self.stateType)
  }

  private func shortened(_ action: RecordedValue, in state: RecordedValue) -> String {
    var actions = ShortActions(schema: Self.schema, action: .named(2), state: Self.stateType)
    return Self.actions.text(of: action, shortening: actions.uuids(of: action, in: state))
  }

  @Test(
    "An action prints with the first characters of its UUID, and parses back with the state",
    arguments: [
      ("recipeTapped(id: \"\(recipe)\")", "recipeTapped(id: 9C9DBD0C…)"),
      ("mark(\"\(recipe)\")", "mark(9C9DBD0C…)"), ("mark(nil)", "mark(nil)"),
      ("recipes[id: \"\(other)\"].cook", "recipes[id: 27873512…].cook"), ("clear", "clear"),
    ])
  func roundTrip(line: String, short: String) throws {
    let state = try state([Self.recipe, Self.other])
    let action = try parse(line, state)
    #expect(shortened(action, in: state) == short)
    #expect(try parse(short, state) == action)
    #expect(try parse(short.replacing("…", with: "..."), state) == action)
  }

  @Test("A UUID is printed with the characters that it needs, or in full if these are too many")
  func similar() throws {
    let action = try parse("recipeTapped(id: \"\(Self.recipe)\")", state([]))
    #expect(
      shortened(action, in: try state([Self.recipe], marked: [Self.twin]))
        == "recipeTapped(id: 9C9DBD0C-9BE1-4…)")
    let last = "9C9DBD0C-9BE1-422A-9295-5018C3354A1F"
    #expect(
      shortened(action, in: try state([Self.recipe, last]))
        == "recipeTapped(id: \"\(Self.recipe)\")")
  }

  @Test("A UUID that the state does not have prints in full")
  func missing() throws {
    let state = try state([Self.other])
    let line = "recipeTapped(id: \"\(Self.unknown)\")"
    #expect(shortened(try parse(line, state), in: state) == line)
  }

  @Test("A prefix of no UUID, or of several UUIDs, is rejected with the reason")
  func errors() throws {
    let state = try state([Self.recipe, Self.other], marked: [Self.twin, Self.recipe])
    #expect(throws: ActionTextError.self) { try parse("mark(9C9D…)", state) }
    func message(_ line: String) -> String {
      do {
        _ = try parse(line, state)
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(
      message("recipeTapped(id: 9C9D…)")
        == "'id' of 'recipeTapped' takes one UUID, but 9C9D… may be 9C9DBD0C-9BE1-4… or "
        + "9C9DBD0C-9BE1-0… in the state (column 18)")
    #expect(
      message("recipeTapped(id: FF…)")
        == "'id' of 'recipeTapped' takes a UUID, and the state has none that begins with FF "
        + "(column 18)")
    #expect(message("recipeTapped(id: 2787-x…)").contains("36 characters"))
  }

  @Test("Without a state, UUIDs must be complete")
  func noState() {
    #expect(throws: ActionTextError.self) { try Self.actions.parse("recipeTapped(id: 9C9DBD0C…)") }
  }

  @Test("Tab completes the UUIDs of the state, with the rows that they identify")
  func completion() throws {
    let completer = ActionCompleter(Self.actions, stateType: Self.stateType)
    let state = try state([Self.recipe, Self.other], marked: [Self.recipe])
    let all = completer.complete("recipeTapped(id: ", state: state).candidates
    #expect(all.map(\.text) == ["recipeTapped(id: 9C9DBD0C…", "recipeTapped(id: 27873512…"])
    #expect(all.map(\.title) == ["9C9DBD0C… \"Recipe 0\"", "27873512… \"Recipe 1\""])
    let typed = completer.complete("recipeTapped(id: 9c", state: state).candidates
    #expect(typed.map(\.text) == ["recipeTapped(id: 9C9DBD0C…"])
    let end = completer.complete("recipeTapped(id: 9C9DBD0C…", state: state).candidates
    #expect(end.map(\.text) == ["recipeTapped(id: 9C9DBD0C…)"])
    #expect(completer.complete("recipeTapped(id: ", state: nil).hint != nil)
  }
}
