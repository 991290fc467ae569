import Foundation
import Port
import TestSupport
import Testing

@Suite("An app in the manner of Xcode")
struct FixtureTests {
  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  @Test("Modules, tests and settings come from the project; UI tests are left out")
  func project() throws {
    let report = try temporary.port()
    #expect(report.modules == ["Birds", "BirdsTests"])
    #expect(report.features.map(\.name) == ["SightingFeature", "SightingsFeature"])
    #expect(report.tests.count == 14)
    #expect(report.remarks == ["the UI tests 'BirdsUITests' need a device, and are left out"])
    let manifest = try temporary.text("out/Package.swift")
    for words in [
      "name: \"Birds\"", ".testTarget(", ".swiftLanguageMode(.v6)",
      ".enableUpcomingFeature(\"ExistentialAny\")", ".define(\"GARDEN\")",
    ] {
      #expect(manifest.contains(words), "\(words)")
    }
    #expect(!manifest.contains("github.com"))
  }

  @Test("Each line is at its place below the path of the app's own file")
  func lines() throws {
    _ = try temporary.port()
    for (file, folder) in [
      ("Birds/SightingsFeature.swift", "Sources"), ("Birds/SightingFeature.swift", "Sources"),
      ("Birds/Clients/LocationClient.swift", "Sources"),
      ("BirdsTests/SightingsTests.swift", "Tests"),
    ] {
      let path = "\(TemporaryFolder.app)/\(file)"
      let own = try String(contentsOfFile: path, encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
      let ported = try temporary.text(
        "out/\(folder)/\(file.replacing(".swift", with: ".port.swift"))"
      )
      .split(separator: "\n", omittingEmptySubsequences: false)
      #expect(ported[0] == "#sourceLocation(file: \"\(path)\", line: 1)")
      for (one, other) in zip(own, ported.dropFirst()) where other.contains(/[^ ]/) {
        guard !other.hasPrefix("import Foundation;") else { continue }
        #expect(one.utf8.count >= other.utf8.count)
        #expect(zip(one, other).allSatisfy { $0 == $1 || $1 == " " || other.hasPrefix("#if true") })
      }
    }
  }

  @Test("A second port writes nothing, and a file that is gone is removed")
  func secondPort() throws {
    _ = try temporary.port()
    let first = try temporary.written
    _ = try temporary.port()
    #expect(try temporary.written == first)
    _ = try temporary.port { $0.excluded = ["Clients"] }
    #expect(!temporary.files.contains("out/Sources/Birds/Clients/LocationClient.port.swift"))
  }

  @Test("After a change of one source, only its copy and the file of results are written")
  func changedSource() throws {
    try temporary.copyApp()
    _ = try temporary.port("app")
    let first = try temporary.written
    let source = "app/Birds/Models.swift"
    try temporary.write(try temporary.text(source) + "let added = 1\n", as: source)
    _ = try temporary.port("app")
    let changed = try temporary.written.filter { first[$0.key] != $0.value }.keys.sorted()
    #expect(
      changed == [source, "out/.reprise-port.json", "out/Sources/Birds/Models.port.swift"])
  }
}
