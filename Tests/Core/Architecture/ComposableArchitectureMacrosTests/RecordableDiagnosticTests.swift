import Testing

@Suite("Diagnostics of @Recordable")
struct RecordableDiagnosticTests {
  /// Returns the diagnostics of a struct with a member on its second line.
  ///
  /// Expects that the struct has no conformance if there are diagnostics.
  private func diagnostics(ofMember member: String) -> [String] {
    let expansion = Expansion(of: "@Recordable struct State {\n  \(member)\n}")
    #expect(expansion.diagnostics.isEmpty || !expansion.source.contains("extension"))
    return expansion.diagnostics
  }

  @Test(
    "A fix-it changes a class or an actor to a struct",
    arguments: [("class", "a 'class'"), ("actor", "an 'actor'")])
  func reference(keyword: String, description: String) {
    let expansion = Expansion(of: "@Recordable \(keyword) State {}")
    #expect(
      expansion.diagnostics == [
        """
        1:13: error: '@Recordable' can only be applied to a struct or an enum, not to \
        \(description): a log holds values, not references
        """,
        #"  fix-it: change '\#(keyword)' to 'struct': "\#(keyword)" → "struct""#,
        #"  fix-it: remove '@Recordable': "@Recordable" → """#,
      ])
  }

  @Test("A protocol is rejected")
  func protocols() {
    let expansion = Expansion(of: "@Recordable protocol State {}")
    #expect(
      expansion.diagnostics == [
        """
        1:13: error: '@Recordable' can only be applied to a struct or an enum, not to a \
        'protocol': a log holds values, not references
        """,
        #"  fix-it: remove '@Recordable': "@Recordable" → """#,
      ])
  }

  @Test("A property with a wrapper is reported at the wrapper")
  func wrapper() {
    #expect(
      diagnostics(ofMember: "@Dependency(\\.date) private var date") == [
        """
        2:3: error: a property with a wrapper cannot be recorded: remove '@Dependency', or write \
        the conformance to 'Recordable' by hand
        """
      ])
  }

  @Test(
    "An attribute that preserves the storage of a property is allowed",
    arguments: [
      "@available(*, deprecated) var a = 1", "@ObservationIgnored var a = 1",
      "@MainActor var a = 1",
      "@Dependency(\\.date) static var date",
    ])
  func harmlessAttributes(member: String) {
    #expect(diagnostics(ofMember: member).isEmpty)
  }

  @Test("A lazy property is reported at the keyword")
  func lazy() {
    #expect(
      diagnostics(ofMember: "private lazy var total = 1") == [
        """
        2:11: error: a lazy property cannot be recorded: make 'total' a computed property, or one \
        that is stored from the start
        """
      ])
  }

  @Test(
    "A tuple property is reported at its type or its value",
    arguments: [
      ("var pair: (Int, Int)", 13), ("var pair = (1, 2)", 14), ("var nothing: Void", 16),
      ("var nothing: ()", 16), ("var a = 1, pair: (Int, Int)", 20),
    ])
  func tuples(member: String, column: Int) {
    #expect(
      diagnostics(ofMember: member) == [
        """
        2:\(column): error: a tuple property cannot be recorded: make its type a struct that is \
        '@Recordable'
        """
      ])
  }

  @Test(
    "A function is reported at its type or its value",
    arguments: [
      ("var f: () -> Void", 10), ("var f: @Sendable () -> Void", 10), ("var f = {}", 11),
    ])
  func functions(member: String, column: Int) {
    let message = "error: a function cannot be recorded: keep a value that says what to do instead"
    #expect(diagnostics(ofMember: member) == ["2:\(column): \(message)"])
  }

  @Test(
    "A function or an existential is reported, even within optionals and collections",
    arguments: [
      ("var f: [() -> Void]", 11, nil), ("var f: (@Sendable () -> Void)?", 21, nil),
      ("var a: Any", 10, "Any"), ("var a: any Shape", 10, "any Shape"),
      ("var a: [String: (any Shape)?]", 20, "any Shape"),
      ("var a: Array<AnyObject>", 16, "AnyObject"),
    ] as [(String, Int, String?)])
  func unrecordableParts(member: String, column: Int, type: String?) {
    let message =
      type.map {
        """
        error: a value of type '\($0)' cannot be recorded: name its type, or make an enum of the \
        types that it can be of
        """
      } ?? "error: a function cannot be recorded: keep a value that says what to do instead"
    #expect(diagnostics(ofMember: member) == ["2:\(column): \(message)"])
  }

  @Test("A type in parentheses and a pattern with several names are recordable")
  func unusualProperties() {
    #expect(diagnostics(ofMember: "var a: (Int)").isEmpty)
    #expect(diagnostics(ofMember: "var (a, (b, _)) = (1, (2, 3))").isEmpty)
  }

  @Test("Fields within #if are reported at the #if")
  func conditionalField() {
    #expect(
      diagnostics(ofMember: "#if DEBUG\n#if os(Linux)\nvar a = 1\n#endif\n#endif") == [
        """
        2:3: error: '@Recordable' cannot record declarations within '#if': logs of different \
        builds could not be compared; move the declaration out of '#if'
        """
      ])
  }

  @Test("Members that aren't stored are allowed within #if")
  func conditionalMember() {
    #expect(
      diagnostics(ofMember: "#if DEBUG\nvar a: Int { 1 }\nlet b = 1\nfunc c() {}\n#endif").isEmpty)
  }

  @Test("Cases within #if are reported at the #if")
  func conditionalCase() {
    let expansion = Expansion(
      of: """
        @Recordable enum Action {
          case a
          #if DEBUG
            case b
          #endif
        }
        """)
    #expect(
      expansion.diagnostics == [
        """
        3:3: error: '@Recordable' cannot record declarations within '#if': logs of different \
        builds could not be compared; move the declaration out of '#if'
        """
      ])
  }

  @Test("A result may contain 'any Error', but no other existential")
  func results() {
    #expect(diagnostics(ofMember: "var a: [Result<Int, any Error>] = []").isEmpty)
    #expect(diagnostics(ofMember: "var a: Result<any Shape, any Error>").count == 1)
    #expect(diagnostics(ofMember: "var a: TaskResult<() -> Void>").count == 1)
    #expect(
      diagnostics(ofMember: "var a: any Error") == [
        """
        2:10: error: an error of any type cannot be recorded: hold it in a 'Result', or keep a \
        'RecordedError' of it
        """
      ])
  }

  @Test("Two cases with the same name are reported at the second")
  func overloads() {
    let expansion = Expansion(of: "@Recordable enum Action { case a(x: Int), a(y: Int) }")
    #expect(
      expansion.diagnostics == [
        """
        1:43: error: '@Recordable' cannot tell two cases named 'a' apart: a log names a case \
        without its labels; rename one of them
        """
      ])
  }

  @Test("An unavailable case is reported at its name")
  func unavailableCase() {
    let expansion = Expansion(
      of: """
        @Recordable enum Action {
          @available(*, deprecated) case old
          @available(*, unavailable) case gone
        }
        """)
    #expect(
      expansion.diagnostics == [
        "3:35: error: '@Recordable' cannot read back the unavailable case 'gone': remove the case"
      ])
  }

  @Test("A function among associated values is reported, even within a tuple")
  func functionPayload() {
    let expansion = Expansion(
      of: """
        @Recordable enum Action {
          case call(@Sendable () -> Void)
          case pair((Int, () -> Void))
        }
        """)
    let message = "error: a function cannot be recorded: keep a value that says what to do instead"
    #expect(expansion.diagnostics == ["2:23: \(message)", "3:19: \(message)"])
  }

  @Test("A stored parameter pack is reported")
  func parameterPack() {
    let expansion = Expansion(of: "@Recordable struct State<each T> { var a: Box<repeat each T> }")
    #expect(
      expansion.diagnostics == [
        """
        1:26: error: '@Recordable' does not support the parameter pack 'T': write the conformance \
        to 'Recordable' by hand
        """
      ])
  }
}
