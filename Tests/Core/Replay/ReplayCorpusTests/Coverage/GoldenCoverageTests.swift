import ComposableArchitecture
import Foundation
import RecordCoding
import RecordedValues
import ReplayCorpus
import SessionDocument
import SessionModel
import SessionReplay
import SessionTestSupport
import Testing

@Suite("The coverage of golden sessions")
struct GoldenCoverageTests {
  @Test(
    "All covered actions and changed fields are listed in the types",
    arguments: GoldenSessions.names
  )
  func listed(log: String) throws {
    let reader = try GoldenSessions.open(log)
    let header = reader.header
    let paths = CoveragePaths(
      schema: header.schema, state: header.state, action: header.action)
    let coverage = LogCoverage(reader)
    #expect(coverage.actions.subtracting(paths.actions) == [])
    for pair in coverage.pairs {
      // The order of rows is a change of its own.
      let order = " order"
      let path = pair.path.hasSuffix(order) ? String(pair.path.dropLast(order.count)) : pair.path
      let field = paths.fields.first { path == $0 || path.hasPrefix("\($0).") }
      let list = paths.fields.first { $0.hasPrefix(path) || path.hasPrefix("\($0)[") }
      #expect(field ?? list != nil, "\(pair)")
    }
  }

  @Test("The chosen logs cover the same as all logs, and each adds to the coverage")
  func subset() throws {
    let all = CorpusCoverage(of: try Corpus(paths: [GoldenSessions.folder]), jobs: 2)
    let chosen = all.subset
    #expect(chosen.count < all.logCount)
    #expect(chosen.allSatisfy { $0.added > 0 })
    let some = CorpusCoverage(of: try Corpus(paths: chosen.map(\.path)), jobs: 2)
    #expect(Set(some.actions.keys) == Set(all.actions.keys))
    #expect(Set(some.pairs.keys) == Set(all.pairs.keys))
    for choice in chosen {
      let others = chosen.map(\.path).filter { $0 != choice.path }
      let rest = CorpusCoverage(of: try Corpus(paths: others), jobs: 2)
      let added =
        Set(all.pairs.keys).subtracting(rest.pairs.keys).count
        + Set(all.actions.keys).subtracting(rest.actions.keys).count
      #expect(added <= choice.added)
    }
  }

  @Test("A corpus has the same subset with any number of jobs")
  func jobs() throws {
    let corpus = try Corpus(paths: [GoldenSessions.folder])
    #expect(
      CorpusCoverage(of: corpus, jobs: 1).subset == CorpusCoverage(of: corpus, jobs: 3).subset)
  }
}
