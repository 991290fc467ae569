import Mutants
import Testing

@Suite("A share of the mutants")
struct ShareTests {
  /// Returns a feature whose reducer has this number of statements.
  private func feature(_ statements: Int) -> String {
    """
    @Reducer
    struct Feature {
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        \((0..<statements).map { "state.value\($0) = other" }.joined(separator: "\n"))
        return .none
      }
    }
    """
  }

  private func mutants(of sources: [String: String]) -> [Mutant] {
    MutatedSource.all(of: sources).flatMap(\.mutants)
  }

  @Test("A share is spread over the features")
  func spread() {
    let all = mutants(of: [
      "A/A.swift": feature(20), "B/B.swift": feature(1), "C/C.swift": feature(5),
    ])
    let share = Mutant.share(6, of: all)
    #expect(share.count { $0.feature == "A" } == 3)
    #expect(share.count { $0.feature == "B" } == 1)
    #expect(share.count { $0.feature == "C" } == 2)
    #expect(Mutant.share(100, of: all).count == 26)
  }

  @Test("A share is deterministic and does not depend on other features")
  func determinism() {
    let alone = Mutant.share(2, of: mutants(of: ["A/A.swift": feature(20)]))
    let all = mutants(of: ["A/A.swift": feature(20), "B/B.swift": feature(9)])
    #expect(Mutant.share(4, of: all).filter { $0.feature == "A" }.map(\.key) == alone.map(\.key))
  }
}
