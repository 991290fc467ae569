import Mutants
import Testing

@Suite("Sources with all of their mutants")
struct SchemataTests {
  private let source = """
    @Reducer
    struct Feature {
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        state.value = other
        return .none
      }
    }
    """

  private func schemata(of source: String) throws -> Schemata {
    let source = try #require(MutatedSource.all(of: ["Notes/Feature.swift": source]).first)
    return Schemata(
      source, numbers: Dictionary(uniqueKeysWithValues: zip(source.mutants.map(\.key), 1...)))
  }

  @Test("The code of each mutant appears beside the original")
  func code() throws {
    let schemata = try schemata(of: source)
    #expect(
      schemata.text == """
        @Reducer
        struct Feature {
          func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch activeMutant {
        case 1: // mutant 1
        do {}
            return .none
        default: // original
        state.value = other
            return .none
        }
          }
        }
        """)
    #expect(
      schemata.mutantsByLine == [nil, nil, nil, nil, nil, 1, 1, 1, nil, nil, nil, nil, nil, nil])
  }

  @Test("Mutants of a constant are selected by a conditional operator")
  func constants() throws {
    let schemata = try schemata(
      of: """
        @Reducer
        struct Feature {
          static let limit = 5
          func reduce(into state: inout State, action: Action) -> Effect<Action> {
            return load(Self.limit)
          }
        }
        """)
    #expect(
      schemata.text.contains(
        """
          static let limit = (activeMutant == 1 // mutant 1
        ? (6)
        : // original
        5)
        """))
  }

  @Test("A compiler error blames the mutant on its line, and no other mutant")
  func blame() throws {
    let lines = ["/copy/Feature.swift": try schemata(of: source).mutantsByLine]
    let log = """
      /copy/Feature.swift:2:1: error: in the original
      /copy/Feature.swift:6:1: warning: no error
      /copy/Feature.swift:7:12: error: no such member
      /copy/Other.swift:7:12: error: elsewhere
      """
    #expect(MutatedCopy.mutants(blamedBy: log, lines) == [1])
  }
}
