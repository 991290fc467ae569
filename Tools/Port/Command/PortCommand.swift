package import CommandLineKit
import Foundation

/// The command line of the program, which has no other verbs.
package struct PortCommand: Verb {
  package var options = PortOptions()

  package init() {}

  package static let name = "reprise-port"
  package static let summary = "write a package for Linux from the features and tests of an app"
  package static let operand: VerbOperand<Self>? = .path(
    "SOURCE", .folder, needs: "the folder of a Swift package or an Xcode project", \.options.source)
  package static let options: [VerbOption<Self>] = [
    .requiredPath(
      "output", short: "o", takes: "FOLDER", "the folder of the package", \.options.folder),
    .path(
      "reprise", takes: "FOLDER", of: .folder,
      "depend on this folder of Reprise (default: the release of this program, or its folder)",
      \.options.reprise),
    .list(
      "module", takes: "NAME", "take only this module, what it needs and its tests",
      \.options.modules),
    .list(
      "exclude", takes: "PATTERN", "leave out files and folders; '*' is any text",
      \.options.excluded),
    .list(
      "substitutes", takes: "FILE", "add types that take the place of Apple's types",
      \.options.substitutes),
    .flag(
      "recordable", "add a program that records and explores sessions of the app",
      \.options.isRecordable),
    .text("root", takes: "NAME", "the root feature for '--recordable'", \.options.root),
    .flag("no-build", "leave out views, and find nothing by building", \.options.isUnbuilt),
    .path(
      "scratch-path", takes: "FOLDER", of: .folder,
      "the folder for builds (default: FOLDER/.build)", \.options.scratch),
    .path("json", takes: "FILE", "write the report as JSON", \.options.json),
  ]
  package static let details = """
    Reads the sources with the parser of the toolchain, and replaces by spaces what cannot run: \
    views, previews, scenes, and what the compiler does not find on Linux. Each line and column \
    stays, and errors name the app's own files. The app is not changed.

    'swift test' in FOLDER runs the tests of the app. A second run updates the package.
    """
  package static let exitCodes: [ExitMeaning] = [
    ExitMeaning(0, means: "the package builds"),
    ExitMeaning(1, means: "the package doesn't build; the report has the error"),
    .usage,
    ExitMeaning(ExitCode.failure, means: "the app cannot be read"),
  ]
  package static let examples = [
    "reprise-port . -o ../app-on-linux",
    "reprise-port . -o ../app-on-linux --json report.json && cd ../app-on-linux && swift test",
  ]
}
