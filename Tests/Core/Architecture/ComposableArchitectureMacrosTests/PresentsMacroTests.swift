import Testing

@Suite("Expansions of @Presents")
struct PresentsMacroTests {
  @Test("A property forwards to the value of a stored presentation")
  func property() {
    let expansion = Expansion(
      of: """
        struct State {
          @Presents public private(set) var destination: Destination.State?
        }
        """)
    #expect(
      expansion.source == """
        struct State {
          public private(set) var destination: Destination.State? {
            @storageRestrictions(initializes: _destination)
            init(initialValue) {
              _destination = ComposableArchitecture.PresentationState(wrappedValue: initialValue)
            }
            get {
              _destination.wrappedValue
            }
            set {
              _destination.wrappedValue = newValue
            }
            _modify {
              yield &_destination.wrappedValue
            }
          }

          public private(set) var $destination: ComposableArchitecture.PresentationState<Destination.State> {
            get {
              _destination.projectedValue
            }
            set {
              _destination.projectedValue = newValue
            }
            _modify {
              yield &_destination.projectedValue
            }
          }

          private var _destination = ComposableArchitecture.PresentationState<Destination.State>(wrappedValue: nil)
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test(
    "A recordable state encodes the projection of a presentation, and decodes its storage",
    arguments: ["@Presents", "@PresentationState"])
  func recorded(attribute: String) {
    let expansion = Expansion(
      of: """
        @Recordable
        struct State {
          \(attribute) var child: Child.State?
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
    for line in [
      #"type.field("child", \.child, storage: \._child)"#, "encoder.encode(part: self.$child)",
      "self._child = try decoder.decodePart()",
      "encoder.field(part: 0, of: product, from: old.$child, to: self.$child)",
    ] {
      #expect(expansion.source.contains(line))
    }
  }
}

@Suite("Diagnostics of @Presents")
struct PresentsDiagnosticTests {
  private func diagnostics(ofMember member: String) -> [String] {
    let expansion = Expansion(of: "struct State {\n  \(member)\n}")
    #expect(!expansion.source.contains("_child"))
    return expansion.diagnostics
  }

  @Test("A fix-it makes a constant a variable")
  func constant() {
    #expect(
      diagnostics(ofMember: "@Presents let child: Child.State?") == [
        "2:13: error: '@Presents' requires a 'var': the presented state changes",
        #"  fix-it: change 'let' to 'var': "let" → "var""#,
      ])
  }

  @Test("A fix-it makes a type optional")
  func notOptional() {
    #expect(
      diagnostics(ofMember: "@Presents var child: Child.State") == [
        """
        2:24: error: '@Presents' requires an optional type, which is 'nil' if nothing is \
        presented: write 'Child.State?'
        """,
        """
          fix-it: change the type to 'Child.State?': "Child.State" → "Child.State?"
        """,
      ])
  }

  @Test("A property without a declared type is rejected")
  func noType() {
    #expect(
      diagnostics(ofMember: "@Presents var child = Child.State()") == [
        """
        2:17: error: '@Presents' requires the type of 'child' to be written, such as 'child: \
        Child.State?'
        """
      ])
  }

  @Test(
    "A declaration that isn't a single stored property is rejected",
    arguments: [
      ("static var child: Child.State?", 24), ("var child: Child.State? { nil }", 17),
      ("var (child, other): (Int?, Int?)", 17),
    ])
  func notStored(member: String, column: Int) {
    #expect(
      diagnostics(ofMember: "@Presents \(member)") == [
        """
        2:\(column): error: '@Presents' can only be applied to a single stored property, such as \
        'var child: State?'
        """,
        #"  fix-it: remove '@Presents': "@Presents" → """#,
      ])
  }
}
