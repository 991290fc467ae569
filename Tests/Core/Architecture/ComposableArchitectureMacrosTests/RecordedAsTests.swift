import Testing

@Suite("Former names, conversions and initial values in expansions of @Recordable")
struct RecordedAsTests {
  /// Returns the statements that describe former names and initial values.
  private func history(_ expansion: Expansion) -> [String] {
    let lines = expansion.source.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
    return lines.filter { $0.hasPrefix("recordedHistory.") }.map(String.init)
  }

  @Test("A field lists its former names, its conversion and its initial value")
  func fields() {
    let expansion = Expansion(
      of: """
        @Recordable struct State {
          @RecordedAs("total") @RecordedAs("number") var count: Int
          @RecordedAs("count", converting: { (old: Int) in Double(old) }) var level = 0.0
          var status = Status.idle
          var nothing: Int? = nil
        }
        """)
    #expect(
      history(expansion) == [
        #"recordedHistory.field("count", formerly: "total")"#,
        #"recordedHistory.field("count", formerly: "number")"#,
        #"recordedHistory.field("level", \.level, formerly: "count", converting: { (old: Int) in"#,
        #"recordedHistory.field("level", \.level, initially: 0.0)"#,
        #"recordedHistory.field("status", \.status, initially: Status.idle)"#,
      ])
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("A case lists its former names and its default values")
  func cases() {
    let expansion = Expansion(
      of: """
        @Recordable enum Action {
          @RecordedAs("increment") case up
          case add(String, urgent: Bool = false)
        }
        """)
    #expect(
      history(expansion) == [
        #"recordedHistory.case("up", formerly: "increment")"#,
        #"recordedHistory.case("add", valueAt: 1, (Bool).self, initially: false)"#,
      ])
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("@RecordedAs is rejected unless it is on one stored property or on an unconverted case")
  func misplacedFormerNames() {
    let expansion = Expansion(
      of: """
        @Recordable struct State {
          @RecordedAs("old") var computed: Int { 1 }
          @RecordedAs("old") var one: Int, two: Int
        }
        @Recordable enum Action {
          @RecordedAs("old", converting: { (old: Int) in "" }) case text(String)
        }
        """)
    let errors = expansion.diagnostics.filter { $0.contains("error:") }
    #expect(
      errors == [
        """
        2:3: error: '@RecordedAs' can only be applied to a stored property or a case, one at a time
        """,
        "3:3: error: peer macro can only be applied to a single variable",
        """
        6:3: error: a case cannot be converted: '@RecordedAs' gives it a former name only; convert \
        older logs with a migration of the app
        """,
      ])
  }

  @Test("A redacted property is recorded through its wrapper")
  func redacted() {
    let expansion = Expansion(
      of: """
        @Recordable struct State {
          @Redacted var password: String
        }
        """)
    let lines = expansion.source.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
    for line in [
      #"type.field("password", \.password, redacted: \._password)"#,
      "encoder.encode(part: self._password)", "self._password = try decoder.decodePart()",
      "encoder.field(part: 0, of: product, from: old._password, to: self._password)",
    ] {
      #expect(lines.contains { $0 == line }, "\(line)")
    }
    #expect(expansion.diagnostics.isEmpty)
  }
}
