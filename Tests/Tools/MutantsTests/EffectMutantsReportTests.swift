import Mutants
import Testing

@Suite("Reports on mutants of effects")
struct EffectMutantsReportTests {
  private let mutants = MutatedSource.effects(of: [
    "Forms.swift": """
    func form() -> EffectOf<Self> {
      .run { send in
        await send(.got(text))
        // does not return
        try await child
      }
    }
    """
  ]).flatMap(\.mutants).filter { $0.kind == .droppedStatement }

  private func report(
    _ outcomes: [EffectOutcome], listed: String = "", faults: [String] = []
  ) throws -> EffectMutantsReport {
    EffectMutantsReport(
      results: Array(zip(mutants, outcomes)), notCompiled: [], silent: try Survivors(listed),
      isComplete: true, formCount: 1, faultsOfOriginals: faults)
  }

  private var both: [EffectOutcome] {
    [.found(recording: "whole", verdict: "call diverged"), .unverified(reason: "it waits")]
  }

  @Test("A report is clean if each mutant is found or not verified")
  func clean() throws {
    let report = try report(both)
    #expect(mutants.count == 2)
    #expect(report.isClean)
    #expect(
      report.text(details: "all.txt") == """
        kind               mutants  found  not verified  crashed  silent
        dropped statement  2        1      1             0        0

        file         mutants  found  not verified  crashed  silent
        Forms.swift  2        1      1             0        0
        all          2        1      1             0        0

        1 not verified: it waits

        forms: 1; each mutant: all.txt
        """)
  }

  @Test("A silent mutant is a fault, unless it is listed with a reason")
  func silent() throws {
    #expect(!(try report([.silent, both[1]])).isClean)
    let listed = "\(mutants[0].key)\n  Nobody reads the text.\n"
    #expect(try report([.silent, both[1]], listed: listed).isClean)
  }

  @Test("A listed mutant that is found, or that does not exist, is a fault")
  func unneeded() throws {
    #expect(!(try report(both, listed: "\(mutants[0].key)\n  Nobody reads the text.\n")).isClean)
    #expect(!(try report(both, listed: "Forms.swift other: drop 'a'\n  A reason.\n")).isClean)
  }

  @Test("More than five listed mutants are a fault")
  func tooMany() throws {
    let keys = (1...6).map { "Forms.swift form: drop '\($0)'\n" }.joined()
    #expect(
      try report(both, listed: keys + "  A reason.\n").text(details: "")
        .contains("more than 5 mutants are listed as silent"))
  }

  @Test("An unchanged form that is not replayed as declared is a fault")
  func original() throws {
    let report = try report(both, faults: ["form, 'whole': false alarm"])
    #expect(!report.isClean)
    #expect(report.text(details: "").contains("without a change: form, 'whole': false alarm"))
  }
}
