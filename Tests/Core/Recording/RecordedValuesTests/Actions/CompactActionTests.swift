import RecordedValues
import RecordCoding
import TestSupport
import Testing

@Suite("Compact texts of actions")
struct CompactActionTests {
  @Test(
    "A compact text omits what every presented feature, row and binding has",
    arguments: [
      ("sheet.dismiss", "sheet.dismiss"),
      ("sheet.presented.save", "sheet.save"),
      ("sheet.presented.binding.title(\"x\")", "sheet.title = \"x\""),
      ("sheet.presented.binding.focus(nil)", "sheet.focus = nil"),
      ("sheet.presented.binding.focus(.row(1))", "sheet.focus = .row(1)"),
      ("sheet.presented.binding.tab.second", "sheet.tab = .second"),
      ("sheet.presented.rows[id: 1].binding.title(\"x\")", "sheet.rows[id: 1].title = \"x\""),
      ("rows.presented[id: 1].save", "rows[id: 1].save"),
      ("rows.dismiss", "rows.dismiss"),
      // Without the case, the text would be that of a different action.
      ("closing.presented.dismiss", "closing.presented.dismiss"),
      ("closing.presented.save", "closing.presented.save"),
      ("named.binding.save(true)", "named.binding.save = true"),
      ("named.save", "named.save"),
      // Only the architecture's own types have cases without a meaning.
      ("own.presented.save", "own.presented.save"),
      ("own.binding.title(\"x\")", "own.binding.title(\"x\")"),
    ])
  func forms(full: String, compact: String) throws {
    let action = try Self.actions.parse(full)
    #expect(Self.actions.text(of: action) == full)
    #expect(Self.actions.compactText(of: action) == compact)
    #expect(try Self.actions.parse(compact) == action)
    let name = try ActionName(compact, of: Self.actions)
    #expect(name.matches(action))
  }

  @Test("Each action has a compact text of its own, which parses back to it")
  func roundTrips() throws {
    let all = Self.values(of: .named(0))
    #expect(all.count > 30)
    for action in all {
      let text = Self.actions.compactText(of: action)
      #expect(try Self.actions.parse(text) == action, "\(text)")
    }
    #expect(Set(all.map { Self.actions.compactText(of: $0) }).count == all.count)
  }

  @Test("A type that contains itself is printed and parsed")
  func endlessTypes() throws {
    let schema = Schema(types: [
      Self.presentation(of: 0, name: "ComposableArchitecture.PresentationAction<Endless>")
    ])
    let actions = ActionText(schema: schema, type: .named(0))
    let action = RecordedValue.enumeration(
      case: 1, payload: [.enumeration(case: 1, payload: [.enumeration(case: 0, payload: [])])])
    let text = actions.compactText(of: action)
    #expect(try actions.parse(text) == action, "\(text)")
  }

  @Test("The list of actions and completions offer compact forms")
  func offers() {
    let signatures = Self.actions.catalog.entries.map(\.signature)
    #expect(signatures.contains("sheet.rows[…].title = String"))
    #expect(signatures.contains("closing.presented.dismiss"))
    let completer = ActionCompleter(Self.actions)
    func titles(_ line: String) -> [String] { completer.complete(line).candidates.map(\.title) }
    #expect(titles("sheet.") == ["dismiss", "title = ", "focus = ", "tab = ", "rows[", "save"])
    #expect(titles("sheet.p") == ["presented."])
    #expect(titles("sheet.presented.b") == ["binding."])
    #expect(titles("sheet.tab = .s") == [".second"])
    #expect(titles("sheet.rows[id: 1].") == ["title = ", "save"])
  }

  @Test("A mistyped name after an omitted case is refused")
  func mistakes() {
    for line in ["sheet.sav", "sheet.title", "sheet.title = ", "sheet.title = 1", "sheet[id: 1]"] {
      #expect(throws: ActionTextError.self, "\(line)") { try Self.actions.parse(line) }
    }
  }

  private static func presentation(of type: Int, name: String) -> TypeDefinition {
    TypeDefinition(
      name: name,
      kind: .enumeration([
        RecordCase("dismiss"), RecordCase("presented", [RecordField(nil, .named(type))]),
      ]))
  }

  private static func binding(of name: String, _ fields: [RecordField]) -> TypeDefinition {
    TypeDefinition(
      name: name,
      kind: .enumeration(fields.map { RecordCase($0.name ?? "", [RecordField(nil, $0.type)]) }))
  }

  private static func step(_ name: String, _ type: Int) -> RecordCase {
    RecordCase(name, [RecordField(nil, .named(type))])
  }

  private static let actions: ActionText = {
    let library = "ComposableArchitecture"
    return ActionText(
      schema: Schema(types: [
        TypeDefinition(
          name: "App.Action",
          kind: .enumeration([
            step("sheet", 1), step("rows", 7), step("closing", 8), step("named", 10),
            step("own", 12),
          ])),
        presentation(of: 2, name: "\(library).PresentationAction<App.Sheet.Action>"),
        TypeDefinition(
          name: "App.Sheet.Action",
          kind: .enumeration([step("binding", 3), step("rows", 4), RecordCase("save")])),
        binding(
          of: "\(library).BindingAction<App.Sheet.State>",
          [
            RecordField("title", .string), RecordField("focus", .optional(.named(5))),
            RecordField("tab", .named(6)),
          ]),
        rows(of: 14, name: "\(library).IdentifiedAction<Swift.Int, App.Row.Action>"),
        TypeDefinition(
          name: "App.Focus",
          kind: .enumeration([
            RecordCase("title"), RecordCase("row", [RecordField(nil, .signed(bits: 64))]),
          ])),
        TypeDefinition(
          name: "App.Tab", kind: .enumeration([RecordCase("first"), RecordCase("second")])),
        presentation(of: 4, name: "\(library).PresentationAction<\(library).IdentifiedAction>"),
        presentation(of: 9, name: "\(library).PresentationAction<App.Closing.Action>"),
        TypeDefinition(
          name: "App.Closing.Action",
          kind: .enumeration([RecordCase("dismiss"), RecordCase("save")])),
        TypeDefinition(
          name: "App.Named.Action", kind: .enumeration([step("binding", 11), RecordCase("save")])),
        binding(of: "\(library).BindingAction<App.Named.State>", [RecordField("save", .bool)]),
        TypeDefinition(
          name: "App.Own.Action",
          kind: .enumeration([step("presented", 9), step("binding", 13)])),
        binding(of: "App.Own.BindingAction<App.Own.State>", [RecordField("title", .string)]),
        TypeDefinition(
          name: "App.Row.Action", kind: .enumeration([step("binding", 15), RecordCase("save")])),
        binding(of: "\(library).BindingAction<App.Row.State>", [RecordField("title", .string)]),
      ]), type: .named(0))
  }()

  private static func rows(of type: Int, name: String) -> TypeDefinition {
    TypeDefinition(
      name: name,
      kind: .enumeration([
        RecordCase(
          "element", [RecordField("id", .signed(bits: 64)), RecordField("action", .named(type))])
      ]))
  }

  /// Returns all values of a type, with few numbers and texts.
  private static func values(of type: TypeReference) -> [RecordedValue] {
    switch type {
    case .bool: [.bool(false), .bool(true)]
    case .string: [.string(""), .string("a = \"b\".c")]
    case .signed: [.signed(0), .signed(7)]
    case .optional(let wrapped): [.none] + values(of: wrapped).map { .some($0) }
    default:
      (actions.schema.cases(of: type) ?? []).enumerated().flatMap { index, element in
        element.payload.reduce([[]]) { lists, field in
          lists.flatMap { list in values(of: field.type).map { list + [$0] } }
        }.map { .enumeration(case: index, payload: $0) }
      }
    }
  }
}
