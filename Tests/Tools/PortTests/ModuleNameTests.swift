import Foundation
import Port
import TestSupport
import Testing

@Suite("Names of modules that Reprise has, too")
struct ModuleNameTests {
  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  @Test("A module with the name of a module of Reprise, or of Compatibility, gets a different one")
  func modules() throws {
    try temporary.add([
      "app/Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "App",
        targets: [
          .target(name: "App", dependencies: ["Clocks", "Platform", "Undo"]),
          .target(name: "Clocks"), .target(name: "Platform"), .target(name: "Undo"),
          .testTarget(name: "PlatformTests", dependencies: ["Platform"]),
        ])
      """,
      "app/Sources/App/App.swift": [
        "import ComposableArchitecture", "import Clocks",
        "import Platform; import struct Undo.Edit",
        "let a = Platform.start(), b: Platform.System? = nil, c = Undo.Edit()",
      ].joined(separator: "\n"),
      "app/Sources/Clocks/Clock.swift": "public struct Clock {}",
      "app/Sources/Platform/System.swift": "public struct System {}\npublic func start() {}",
      "app/Sources/Undo/Undo.swift": "public enum Undo { public struct Edit {} }",
      "app/Tests/PlatformTests/Tests.swift": "@testable import Platform",
    ])
    let report = try temporary.port("app")
    #expect(report.modules == ["App", "AppClocks", "AppPlatform", "AppUndo", "PlatformTests"])
    #expect(
      report.remarks.first == "the module 'Clocks' has the name 'AppClocks', since Reprise has a "
        + "'Clocks'")
    let lines = try temporary.text("out/Sources/App/App.port.swift").split(separator: "\n")
    #expect(
      lines[2...4] == [
        "import AppClocks", "import AppPlatform; import struct AppUndo.Edit",
        "let a = AppPlatform.start(), b: AppPlatform.System? = nil, c = Undo.Edit()",
      ])
    #expect(
      try temporary.text("out/Tests/PlatformTests/Tests.port.swift").contains(
        "@testable import AppPlatform"))
  }

  @Test("Each room of Reprise is known")
  func rooms() throws {
    let manifest = try String(
      contentsOfFile: "\(TemporaryFolder.repository)/Package.swift", encoding: .utf8)
    let matches = manifest.matches(of: /room\(\s*"(\w+)", in: "(?:Core|Tools)/)
    #expect(matches.count > 25)
    let names = Set(matches.map { String($0.1) })
    #expect(names.subtracting(KnownModules.rooms) == [])
  }
}
