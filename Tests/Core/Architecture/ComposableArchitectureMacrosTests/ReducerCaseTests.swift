import Testing

/// The lines that `@Reducer` generates for a case of an enumeration.
struct ReducerCaseForm: Sendable, CustomTestStringConvertible {
  let source: String
  let state: String
  /// The case of the actions, or `nil` if the case has none.
  let action: String?
  let scope: String
  /// The reducer of the case, or `nil` if the case holds a plain value.
  let reducer: String?

  var testDescription: String { source }

  /// Returns the form of a case that is left out of the composition of reducers.
  static func plain(_ source: String, marked mark: String? = nil) -> Self {
    Self(
      source: [mark, source].compactMap(\.self).joined(separator: " "), state: source, action: nil,
      scope: source, reducer: nil)
  }

  /// Returns the form of a case with a feature of the given type.
  static func feature(
    _ source: String, label: String = "", type: String, reducer: String? = nil
  ) -> Self {
    Self(
      source: source, state: "case example(\(label)\(type).State)",
      action: "case example(\(label)\(type).Action)",
      scope: "case example(ComposableArchitecture.StoreOf<\(type)>)",
      reducer: reducer ?? "\(type)()")
  }

  static let all: [Self] = [
    // Several values, or none.
    .plain("case example"),
    .plain("case example(Meeting, syncUp: SyncUp)"),
    .plain("case example(Feature, Other)"),
    .plain("case example(first: Feature, second: Other = Other())"),
    .plain("case example(_ first: Int, _ second: Int)"),
    // One value whose type isn't the name of a reducer.
    .plain("case example(Feature?)"),
    .plain("case example(item: Feature?)"),
    .plain("case example([Feature])"),
    .plain("case example([Int: Feature])"),
    .plain("case example((Int, Int))"),
    .plain("case example((Feature))"),
    .plain("case example(() -> Void)"),
    .plain("case example(@Sendable (Int) -> Void)"),
    .plain("case example(any Reducer)"),
    .plain("case example(Feature.Type)"),
    .plain("case example(Void)"),
    // One reducer, with or without a label.
    .feature("case example(Feature)", type: "Feature"),
    .feature("case example(feature: Feature)", label: "feature: ", type: "Feature"),
    .feature("case example(_: Feature)", type: "Feature"),
    .feature("case example(_ feature: Feature)", type: "Feature"),
    .feature(
      "case example(feature: Feature = Feature(limit: 3))", label: "feature: ", type: "Feature",
      reducer: "Feature(limit: 3)"),
    .feature("case example(Box<Feature>)", type: "Box<Feature>"),
    .feature(
      "case example(box: Outer<Int>.Box<Feature?>)", label: "box: ",
      type: "Outer<Int>.Box<Feature?>"),
    // Marked cases.
    .plain("case example(Int)", marked: "@ReducerCaseIgnored"),
    .plain("case example(feature: Feature)", marked: "@ReducerCaseIgnored"),
    .plain("case example(AlertState<Choice>)", marked: "@ReducerCaseIgnored"),
    .plain("case example(Feature)", marked: "@ReducerCaseEphemeral @ReducerCaseIgnored"),
    .plain("case example", marked: "@ReducerCaseEphemeral"),
    .plain("case example(Sheet, page: Int)", marked: "@ReducerCaseEphemeral"),
    .plain("case example(Sheet?)", marked: "@ReducerCaseEphemeral"),
    Self(
      source: "@ReducerCaseEphemeral case example(sheet: Sheet)",
      state: "case example(sheet: Sheet)", action: "case example(sheet: Sheet.Action)",
      scope: "case example(sheet: Sheet)", reducer: nil),
    Self(
      source: "case example(alert: AlertState<Choice>)",
      state: "case example(alert: AlertState<Choice>)",
      action: "case example(AlertState<Choice>.Action)",
      scope: "case example(alert: AlertState<Choice>)", reducer: nil),
  ]
}

@Suite("Cases of enums with @Reducer")
struct ReducerCaseTests {
  @Test(
    "Each form of a case has its state, action, store and reducer", arguments: ReducerCaseForm.all)
  func form(form: ReducerCaseForm) throws {
    let expansion = Expansion(
      of: """
        @Reducer
        enum Destination {
          case base(Base)
          \(form.source)
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
    #expect(lines(of: "State", in: expansion) == [form.state])
    #expect(lines(of: "Action", in: expansion) == [form.action].compactMap(\.self))
    #expect(lines(of: "CaseScope", in: expansion) == [form.scope])
    let reducers = expansion.source.split(separator: "\n").map(trimmed)
    let scope = "ComposableArchitecture.Scope(state: \\Self.State.Cases.example, "
    let index = reducers.firstIndex { $0.hasPrefix(scope) }
    #expect(index.map { reducers[$0 + 1] } == form.reducer)
    // A case with a feature has a store, and other cases have their value.
    let value = "store.value(case: \\Self.State.Cases.example)"
    #expect(expansion.source.contains(value) == (form.reducer == nil))
  }

  /// Returns the declaration of the case `example` in a generated enumeration.
  private func lines(of type: String, in expansion: Expansion) -> [String] {
    expansion.source.split(separator: "\n")
      .drop { !$0.contains("enum \(type):") }
      .prefix { !$0.contains("struct AllCasePaths") }
      .map(trimmed).filter { $0.hasPrefix("case example") }
  }

  private func trimmed(_ line: Substring) -> String {
    String(line.drop { $0 == " " })
  }

  @Test("A constructor with a label creates the cases of generated types")
  func embedding() {
    let expansion = Expansion(of: "@Reducer enum Destination { case example(feature: Feature) }")
    #expect(expansion.source.contains("generatedEmbed: State.example(feature:),"))
    #expect(expansion.source.contains("generatedEmbed: Action.example(feature:),"))
  }

  @Test("Several cases of one declaration are read one by one")
  func oneDeclaration() {
    let expansion = Expansion(
      of: "@Reducer enum Destination { case base(Base), example, other(a: Int, b: Int) }")
    #expect(expansion.diagnostics.isEmpty)
    #expect(expansion.source.contains("case base(Base.State)"))
    #expect(expansion.source.contains("case other(a: Int, b: Int)"))
  }
}
