import Foundation
import SessionDocument
import SessionLog
import SessionModel
import SessionReplay
import SessionReports
import SessionTestSupport
import TestSupport
import Testing

@MainActor
@Suite("Numbers of headers")
struct HeaderNumberTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("s.reprise") }

  init() throws { folder = try TemporaryFolder() }

  @Test("Any number in a log's header is handled")
  func logs() async throws {
    try await Session.record(at: path)
    let log = try LogReader(path: path, options: .session)
    let header = String(decoding: log.header, as: UTF8.self)
    let variants = HostileNumbers.variants(ofJSON: header)
    #expect(variants.count >= 20)
    let copy = folder.file("copy.reprise")
    for variant in variants {
      try log.rewrite(to: copy, header: Array(variant.utf8))
      let report = Session.replay(copy, app: Session.app())
      #expect(!report.description.isEmpty)
      if let reader = try? SessionReader(path: copy) { _ = try? exportedLines(of: reader.log.path) }
    }
  }

  @Test("Any number in exported lines is handled")
  func lines() async throws {
    try await Session.record(at: path)
    let lines = try exportedLines(of: path).map { String(decoding: $0, as: UTF8.self) }
    let copy = folder.file("copy.reprise")
    for (index, line) in lines.enumerated().prefix(4) {
      for variant in HostileNumbers.variants(ofJSON: line) {
        var changed = lines
        changed[index] = variant
        do {
          try importLog(changed.map { Array($0.utf8) }, to: copy)
          // A replay could overflow the app's own sums.
          _ = try exportedLines(of: copy)
          try FileManager.default.removeItem(atPath: copy)
        } catch {
          #expect(error is SessionImportError, "\(error)")
        }
      }
    }
  }
}
