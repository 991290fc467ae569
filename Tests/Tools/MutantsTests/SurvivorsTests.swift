import Mutants
import Testing

@Suite("The list of survivors")
struct SurvivorsTests {
  @Test("Consecutive mutants share the reason that follows them")
  func reasons() throws {
    let survivors = try Survivors(
      """
      # A comment.

      A.swift a: drop 'x'
      A.swift b: drop 'y'
        It comes to the same:
        there is none.

      B.swift c: drop 'z'
        It is never used.

      """)
    #expect(
      survivors.reasons == [
        "A.swift a: drop 'x'": "It comes to the same: there is none.",
        "A.swift b: drop 'y'": "It comes to the same: there is none.",
        "B.swift c: drop 'z'": "It is never used.",
      ])
  }

  @Test("A mutant without a reason and a reason without a mutant are errors")
  func errors() {
    #expect {
      try Survivors("A.swift a: drop 'x'\n")
    } throws: {
      "\($0)"
        == """
        line 1 of the survivors is 'A.swift a: drop 'x''; put a reason, indented, under each \
        mutant
        """
    }
    #expect(throws: MutantsError.self) { try Survivors("  It is never used.\n") }
  }

  @Test("The report names unlisted survivors, killed entries and missing entries")
  func report() throws {
    let source = """
      @Reducer
      struct Feature {
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          state.one = a
          state.two = b
          state.three = c
          return .none
        }
      }
      """
    let mutants = MutatedSource.all(of: ["Notes/Feature.swift": source]).flatMap(\.mutants)
    let killed = Outcome.killed(session: "tour", verdict: "state diverged")
    let survivors = try Survivors(
      "\(mutants[1].key)\n\(mutants[2].key)\nA.swift a: drop 'x'\n  Why.\n")
    let report = Report(
      all: mutants,
      results: [(mutants[0], .survived), (mutants[1], killed), (mutants[2], .survived)],
      notCompiled: [], survivors: survivors)
    #expect(!report.isClean)
    #expect(
      report.text(details: "mutants.txt") == """
        feature  mutants  killed  survive
        Notes    3        1       2
        all      3        1       2

        kind   mutants  killed  survive
        other  3        1       2

        session  kills first
        tour     1

        1 survive: Why.
        1 survive: not listed

        score: 33.3 % (1 of 3 mutants; equivalent and not counted: 0)

        each mutant: mutants.txt

        survives: (other) Features/Notes/Feature.swift:4 Feature.reduce(into:action:): drop 'state.one = a'
        is listed as a survivor, and is killed: \(mutants[1].key)
        is listed as a survivor, and does not exist: A.swift a: drop 'x'
        the score is too low
        """)
    let clean = Report(
      all: mutants, results: [(mutants[0], killed)], notCompiled: [], survivors: try Survivors(""))
    #expect(clean.isClean)
  }

  @Test("Listed survivors lower the score unless they are equivalent")
  func score() throws {
    let source = """
      @Reducer
      struct Feature {
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          state.one = a
          state.two = b
          return .run { send in await send(value(1)) }
        }
      }
      """
    let mutants = MutatedSource.all(of: ["Notes/Feature.swift": source]).flatMap(\.mutants)
    let killed = Outcome.killed(session: "tour", verdict: "state diverged")
    func score(reason: String) throws -> String {
      let report = Report(
        all: mutants,
        results: zip(mutants, [.survived, killed, killed, killed]).map { ($0, $1) },
        notCompiled: [], survivors: try Survivors("\(mutants[0].key)\n  \(reason)\n"))
      #expect(report.isClean == reason.hasPrefix("Equivalent"))
      return report.text(details: "")
    }
    #expect(
      try score(reason: "The app never does that.").contains(
        "score: 75.0 % (3 of 4 mutants; equivalent and not counted: 0)"))
    #expect(
      try score(reason: "Equivalent: a is one.").contains(
        "score: 100.0 % (3 of 3 mutants; equivalent and not counted: 1)"))
  }
}
