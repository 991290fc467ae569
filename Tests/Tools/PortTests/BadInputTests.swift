import Foundation
import Port
import TestSupport
import Testing

/// An app, a folder or an option that ends the program.
struct BadInput: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let files: [String: String]
  let source: String
  let folder: String
  let configure: @Sendable (inout PortOptions) -> Void
  /// The message, with `$` for the folder of the test and `…` for the words of a tool.
  let message: String

  init(
    _ name: String, _ files: [String: String] = [:], source: String = "app",
    folder: String = "out", _ message: String,
    configure: @escaping @Sendable (inout PortOptions) -> Void = { _ in }
  ) {
    testDescription = name
    self.files = files
    self.source = source
    self.folder = folder
    self.configure = configure
    self.message = message
  }

  private static let feature = ["app/A.swift": "import Dependencies\nlet a = 1"]

  static let all = [
    BadInput(
      "no folder", source: "none",
      "'$/none' isn't a folder; name the folder of a package or an app"),
    BadInput(
      "a folder without Swift", ["app/notes.txt": ""],
      "'$/app' contains no Swift files; name the folder of the app"),
    BadInput(
      "an app without the architecture", ["app/A.swift": "let a = 1"],
      "no file in '$/app' imports ComposableArchitecture or a module of its companions; "
        + "see 'Documentation/HowTo/PortAnApp.md'"),
    BadInput(
      "a file that does not parse", ["app/A.swift": "import Dependencies\nlet a ="],
      "$/app/A.swift:2: error: expected expression in variable; mend the file, or leave it out "
        + "with '--exclude'"),
    BadInput(
      "a damaged project",
      ["app/A.swift": "import Dependencies", "app/A.xcodeproj/project.pbxproj": "{"],
      "'$/app/A.xcodeproj/project.pbxproj' isn't an Xcode project that this program can read"),
    BadInput(
      "a package for a newer toolchain",
      [
        "app/Package.swift": "// swift-tools-version: 9.9\nPackage(targets: [.target(name: \"A\")])"
      ],
      "cannot evaluate '$/app/Package.swift': …9.9…; mend it, install the toolchain that it "
        + "needs, or leave out its folder with '--exclude'"),
    BadInput(
      "an unknown module", feature, "no module 'B'; the app has app",
      configure: { $0.modules = ["B"] }),
    BadInput(
      "a folder that isn't that of Reprise", feature,
      "'/tmp' isn't the folder of Reprise; it has no 'Compatibility'",
      configure: { $0.reprise = "/tmp" }),
    BadInput(
      "an output that contains the app", feature, folder: "",
      "'$' contains the app; choose a folder beside or within it"),
    BadInput(
      "an output with other contents", feature.merging(["out/notes.txt": "mine"]) { $1 },
      "'$/out' isn't empty, and was not written by this program; choose a different folder"),
    BadInput(
      "an output that is a file", feature.merging(["out": "mine"]) { $1 },
      "cannot write '$/out': …; choose a different path, or change the permissions"),
    BadInput(
      "an output that cannot be created", feature, folder: "/proc/none/out",
      "cannot write '/proc/none/out': No such file or directory; choose a different path, or "
        + "change the permissions"),
  ]
}

@Suite("Apps that cannot be ported")
struct BadInputTests {
  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  @Test("An error names its value and the remedy, and no file is written", arguments: BadInput.all)
  func errors(_ input: BadInput) throws {
    try temporary.add(input.files)
    let before = try temporary.written
    let error = #expect(throws: PortError.self) {
      try temporary.port(input.source, to: input.folder, input.configure)
    }
    let message = "\(try #require(error))"
    var rest = message[...]
    for part in input.message.replacing("$", with: temporary.path).split(separator: "…") {
      let range = try #require(rest.firstRange(of: part), "\(message)")
      rest = rest[range.upperBound...]
    }
    #expect(rest.isEmpty)
    #expect(!message.contains("\n"))
    #expect(try temporary.written == before)
  }

  @Test("An output without the permission to write is an error", .enabled(if: geteuid() != 0))
  func permission() throws {
    try temporary.add(["app/A.swift": "import Dependencies"])
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: temporary.path)
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: temporary.path)
    }
    #expect(throws: PortError.unwritable(temporary.file("out"), "Permission denied")) {
      try temporary.port("app")
    }
  }

  @Test("Packages that cannot be read are reported, with the modules that import theirs")
  func packages() throws {
    try temporary.add([
      "app/Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "App",
        dependencies: [
          .package(url: "file:///none/birdhouse", from: "1.0.0"), .package(path: "../later"),
        ],
        targets: [.target(name: "App"), .testTarget(name: "AppTests")])
      """,
      "app/Sources/App/App.swift": "import Birdhouse\nimport Dependencies",
      "app/Tests/AppTests/AppTests.swift": "import Birdhouse\nimport Later",
      "later/Package.swift": "// swift-tools-version: 9.9\n",
    ])
    let missing = try temporary.port("app").missing
    #expect(missing.keys.sorted() == ["Birdhouse", "Later", "birdhouse", "later"])
    #expect(
      missing["Birdhouse"]
        == "no package that could be read has it; imported by 'App', 'AppTests'")
    #expect(missing["Later"] == "no package that could be read has it; imported by 'AppTests'")
    let clone = try #require(missing["birdhouse"])
    #expect(clone.hasPrefix("cannot clone '/none/birdhouse': "))
    #expect(clone.hasSuffix("; check the address, and that git can read it here"))
    #expect(
      missing["later"]?.hasPrefix("cannot evaluate '\(temporary.file("later"))/Package.swift'")
        == true)
    #expect(missing["later"]?.contains("9.9") == true)
  }
}
