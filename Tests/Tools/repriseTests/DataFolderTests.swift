import Foundation
import TestSupport
import Testing

/// Tests of an app with shared files and user defaults, in a separate home folder.
@Suite("Data folders", .timeLimit(.minutes(30)))
struct DataFolderTests {
  private let folder: TemporaryFolder
  /// A folder outside the home folder and the current folder.
  private let elsewhere: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    elsewhere = try TemporaryFolder()
    for name in ["home", "current"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: false)
    }
  }

  private func keeper(
    _ arguments: String..., file: String, input: String = "tap\n"
  ) async throws -> Program.Outcome {
    let child = try Child(arguments, of: "FaultyApp", in: folder)
    child.process.currentDirectoryURL = URL(filePath: folder.file("current"))
    // Foundation takes the documents folder from the first variable.
    for name in ["CFFIXED_USER_HOME", "HOME"] {
      child.process.environment?[name] = folder.file("home")
    }
    child.process.environment?["FAULTY_APP"] = "keeper"
    child.process.environment?["FAULTY_FILE"] = file
    child.process.environment?["XDG_DATA_HOME"] = nil
    try child.start(input: input)
    return try await child.outcome()
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  @Test(
    "Shared files and user defaults are kept in the data folder",
    arguments: [
      ("kept.json", "Current/kept.json"), ("inner/../a/kept.json", "Current/a/kept.json"),
      ("documents:kept.json", "Documents/kept.json"), ("~/kept.json", "Home/kept.json"),
      ("$HOME/Documents/a/kept.json", "Documents/a/kept.json"),
      ("$HOME/.local/share/kept.json", "Application Support/kept.json"),
    ])
  func relocation(file: String, location: String) async throws {
    let file = file.replacing("$HOME", with: folder.file("home"))
    let one = try await keeper(
      "record", "a.reprise", "--strict", "--data-dir", "\(folder.path)/one", file: file)
    #expect(one.code == 0)
    #expect(one.errors.hasPrefix("recorded 1 step in a.reprise"))
    #expect(try folder.text("one/shared/\(location)") == "1")
    #expect(exists(folder.file("one/shared/AppStorage.plist")))
    // A new folder starts from scratch, and the same folder continues.
    let other = try await keeper("run", "--data-dir", "\(folder.path)/two", file: file)
    #expect(other.output == one.output)
    let next = try await keeper("run", "--data-dir", "\(folder.path)/one", file: file)
    #expect(next.output.contains("count: 1 → 2"))
    #expect(next.output.contains("taps: 1 → 2"))
    #expect(try folder.names(in: "home").isEmpty)
    #expect(try folder.names(in: "current") == ["a.reprise"])
  }

  @Test("A file outside the data folder is used and reported once")
  func elsewhereIsReported() async throws {
    let file = elsewhere.file("kept.json")
    let outcome = try await keeper(
      "record", "a.reprise", "--data-dir", "data", file: file, input: "tap\ntap\n")
    #expect(outcome.code == 0)
    let message = """
      the app uses '\(file)' outside the data folder, so a later session may differ

      """
    #expect(outcome.errors.hasPrefix(message))
    #expect(outcome.errors.components(separatedBy: "outside the data folder").count == 2)
    #expect(try elsewhere.text("kept.json") == "2")
  }

  @Test("A strict recording does not begin if the app starts with a file outside the data folder")
  func strictStart() async throws {
    let outcome = try await keeper(
      "record", "a.reprise", "--strict", "--data-dir", "data", file: elsewhere.file("a/kept.json"))
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("a/kept.json' outside the data folder"))
    #expect(try elsewhere.names().isEmpty)
    #expect(!exists(folder.file("current/a.reprise")))
  }

  @Test("A strict recording fails at its end if the app accessed a file outside the data folder")
  func strictStep() async throws {
    let file = elsewhere.file("a/kept.json")
    let outcome = try await keeper(
      "record", "a.reprise", "--strict", "--data-dir", "data", file: "kept.json",
      input: "tap\nopen(\"\(file)\")\ntap\n")
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("not strict: the app asks for '\(file)' outside"))
    #expect(try elsewhere.names().isEmpty)
    #expect(try folder.text("current/data/shared/Current/kept.json") == "2")
  }

  @Test("User defaults with the app's own suite name are outside the data folder")
  func suite() async throws {
    let input = "suite(\"reprise.kept\")\nsuite(\"reprise.kept\")\n"
    let strict = try await keeper(
      "record", "a.reprise", "--strict", "--data-dir", "data", file: "kept.json", input: input)
    #expect(strict.code == 1)
    #expect(strict.errors.contains("not strict: the app asks for user defaults outside"))
    #expect(try folder.names(in: "home").isEmpty)
    let lax = try await keeper(
      "record", "b.reprise", "--data-dir", "data", file: "kept.json", input: input)
    #expect(lax.code == 0)
    #expect(lax.errors.hasPrefix("the app uses user defaults outside the data folder"))
  }

  @Test("A recorded script without a data folder reports the user's files")
  func ownFiles() async throws {
    let strict = try await keeper("record", "a.reprise", "--strict", file: "documents:kept.json")
    #expect(strict.code == 2)
    #expect(strict.errors.contains("--data-dir DIR keeps them in a folder"))
    #expect(try folder.names(in: "home").isEmpty)
    let lax = try await keeper("record", "a.reprise", file: "documents:kept.json")
    #expect(lax.code == 0)
    #expect(lax.errors.components(separatedBy: "outside the data folder").count == 2)
    #expect(try folder.text("home/Documents/kept.json") == "1")
  }

  @Test("A session that isn't meant to be repeatable uses the user's files without a message")
  func ownSession() async throws {
    let session = try await keeper("run", file: "documents:kept.json")
    #expect(session.errors.isEmpty)
    let next = try await keeper("run", "--seed", "1", file: "documents:kept.json")
    #expect(next.output.contains("count: 1 → 2"))
    #expect(next.errors.contains("Documents/kept.json' outside the data folder"))
  }

  @Test("A resumed session continues from the recorded values in a data folder")
  func resumption() async throws {
    let file = "documents:kept.json"
    let recorded = try await keeper(
      "record", "a.reprise", "--data-dir", "one", file: file, input: "tap\ntap\n")
    #expect(recorded.code == 0)
    let resumed = try await keeper(
      "record", "b.reprise", "--resume", "a.reprise", "--strict", "--data-dir", "two", file: file)
    #expect(resumed.code == 0)
    #expect(resumed.output.contains("count: 2 → 3"))
    #expect(try folder.text("current/one/shared/Documents/kept.json") == "2")
    #expect(try folder.text("current/two/shared/Documents/kept.json") == "3")
    #expect(try folder.names(in: "home").isEmpty)
    let replayed = try await keeper("replay", "b.reprise", file: file)
    #expect(replayed.code == 0)
    #expect(try folder.names(in: "home").isEmpty)
  }

  @Test("Damaged user defaults in a data folder are reported and unchanged")
  func damagedDefaults() async throws {
    let path = folder.file("data/shared")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    _ = try folder.write("no list", as: "data/shared/AppStorage.plist")
    let outcome = try await keeper("run", "--data-dir", "\(folder.path)/data", file: "kept.json")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("AppStorage.plist' as user defaults"))
    #expect(try folder.text("data/shared/AppStorage.plist") == "no list")
  }
}
