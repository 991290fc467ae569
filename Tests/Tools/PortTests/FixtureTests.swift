import Foundation
import Port
import TestSupport
import Testing

/// The app of the tests, ported without a build: what a build finds is tested by `make port`.
@Suite("An app in the manner of Xcode")
struct FixtureTests {
  private static let tools = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().path
  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  private func port(
    _ source: String = "\(FixtureTests.tools)/PortedApp", to folder: String = "out",
    _ configure: (inout PortOptions) -> Void = { _ in }
  ) throws(PortError) -> PortReport {
    var options = PortOptions()
    options.source = source
    options.folder = temporary.file(folder)
    options.reprise =
      URL(filePath: Self.tools).deletingLastPathComponent()
      .deletingLastPathComponent().path
    options.isUnbuilt = true
    configure(&options)
    return try AppPort(options).run()
  }

  @Test("Modules, tests and settings come from the project; UI tests are left out")
  func project() throws {
    let report = try port()
    #expect(report.modules == ["Birds", "BirdsTests"])
    #expect(report.features.map(\.name) == ["SightingFeature", "SightingsFeature"])
    #expect(report.tests.count == 8)
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
    _ = try port()
    for (file, folder) in [
      ("Birds/SightingsFeature.swift", "Sources"), ("Birds/SightingFeature.swift", "Sources"),
      ("Birds/Clients/LocationClient.swift", "Sources"),
      ("BirdsTests/SightingsTests.swift", "Tests"),
    ] {
      let path = "\(Self.tools)/PortedApp/\(file)"
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
    _ = try port()
    let old = temporary.files.filter { !$0.contains(".build") }
    let dates = try old.map { try modified($0) }
    _ = try port()
    #expect(temporary.files.filter { !$0.contains(".build") } == old)
    #expect(try old.map { try modified($0) } == dates)
    _ = try port { $0.excluded = ["Clients"] }
    #expect(!temporary.files.contains("out/Sources/Birds/Clients/LocationClient.port.swift"))
  }

  private func modified(_ file: String) throws -> Date? {
    let attributes = try FileManager.default.attributesOfItem(atPath: temporary.file(file))
    return attributes[.modificationDate] as? Date
  }

  @Test("A project that cannot be ported is reported, and nothing is written")
  func badInput() throws {
    let app = temporary.file("app")
    try FileManager.default.createDirectory(atPath: app, withIntermediateDirectories: true)
    #expect(throws: PortError.noFolder(temporary.file("none"))) { try port(temporary.file("none")) }
    #expect(throws: PortError.noSwift(app)) { try port(app) }
    try temporary.write("let a = 1", as: "app/A.swift")
    #expect(throws: PortError.noArchitecture(app)) { try port(app) }
    try temporary.write("import Dependencies\nlet a =", as: "app/A.swift")
    #expect(throws: PortError.self) { try port(app) }
    try temporary.write("import Dependencies\nlet a = 1", as: "app/A.swift")
    #expect(throws: PortError.insideOut(temporary.path)) { try port(app, to: "") }
    #expect(throws: PortError.noModule("B", known: ["app"])) {
      try port(app) { $0.modules = ["B"] }
    }
    let other = temporary.file("other")
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    try temporary.write("mine", as: "other/notes.txt")
    #expect(throws: PortError.notGenerated(other)) { try port(app, to: "other") }
    #expect(try temporary.names(in: "other") == ["notes.txt"])
  }
}
