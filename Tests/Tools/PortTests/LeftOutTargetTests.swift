import Foundation
import Port
import TestSupport
import Testing

@Suite("Targets and settings that are left out")
struct LeftOutTargetTests {
  private let temporary: TemporaryFolder
  private static let remedy = "declare what the app uses of it in a file for '--substitutes'"

  init() throws { temporary = try TemporaryFolder() }

  @Test("Targets of a package that aren't Swift for Linux are remarks, and reasons of imports")
  func packages() throws {
    try temporary.add([
      "app/Package.swift": """
      // swift-tools-version: 6.0
      import CompilerPluginSupport
      import PackageDescription

      let package = Package(
        name: "App",
        targets: [
          .target(name: "App", dependencies: ["Legacy", "Stamps"]), .target(name: "Legacy"),
          .macro(name: "Stamps"), .systemLibrary(name: "CBird"),
        ])
      """,
      "app/Sources/App/App.swift": "import CBird\nimport Dependencies\nimport Legacy",
      "app/Sources/Legacy/Legacy.m": "", "app/Sources/Legacy/include/Legacy.h": "",
      "app/Sources/Stamps/Stamps.swift": "", "app/Sources/CBird/module.modulemap": "",
    ])
    let report = try temporary.port("app")
    #expect(
      report.remarks == [
        "the target 'Legacy' is left out: it is in C or Objective-C; \(Self.remedy)",
        "the target 'Stamps' is left out: it is a macro target",
        "the target 'CBird' is left out: it is a system target",
      ])
    #expect(
      report.missing == [
        "CBird": "it is a system target; imported by 'App'",
        "Legacy": "it is in C or Objective-C; \(Self.remedy); imported by 'App'",
      ])
  }

  @Test(
    "Parts of an Xcode project that are not read are remarks",
    arguments: [
      (
        ["BirdsTests/Old.m", "BirdsTests/Older.m"], [],
        "files of 'BirdsTests' in C or Objective-C are left out, such as 'Old.m'; \(remedy)"
      ),
      (
        ["BirdsTests/Old.mm"],
        ["ModelTests", "ScreenTests", "SightingsTests"].map { "BirdsTests/\($0).swift" },
        "the target 'BirdsTests' is left out: it is in C or Objective-C; \(remedy)"
      ),
      (
        ["Birds.xcconfig"], [],
        "the settings in 'Birds.xcconfig' are not read; if they set SWIFT_VERSION, upcoming "
          + "features or conditions, set those in the project"
      ),
    ])
  func projects(_ added: [String], _ removed: [String], _ remark: String) throws {
    try temporary.copyApp()
    for name in removed {
      try FileManager.default.removeItem(atPath: temporary.file("app/\(name)"))
    }
    try temporary.add(Dictionary(uniqueKeysWithValues: added.map { ("app/\($0)", "") }))
    if added == ["Birds.xcconfig"] { try addSettings("Birds.xcconfig") }
    let remarks = try temporary.port("app").remarks
    #expect(remarks.count == 2)
    #expect(remarks.contains(remark), "\(remarks)")
  }

  /// Adds a file with settings to the configuration of the project.
  private func addSettings(_ name: String) throws {
    let file = "app/Birds.xcodeproj/project.pbxproj"
    let words = "buildSettings = {\n\t\t\t\tSWIFT_ACTIVE"
    let text = try temporary.text(file)
    #expect(text.contains(words))
    try temporary.write(
      text.replacing(words, with: "baseConfigurationReference = S1;\n\t\t\t\(words)")
        .replacing("\tobjects = {\n", with: "\tobjects = {\n\t\tS1 = {path = \(name); };\n"),
      as: file)
  }
}
