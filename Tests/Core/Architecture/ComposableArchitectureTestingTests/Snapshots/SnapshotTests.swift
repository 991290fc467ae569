import ComposableArchitectureTesting
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("Text snapshots")
struct SnapshotTests {
  private struct User: Codable {
    var name = "Blob"
    var id = 42
  }

  private struct Unreadable: Error {}

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func verify<Value>(
    _ value: @autoclosure () throws -> Value, as strategy: Snapshotting<Value, String>,
    named name: String? = nil, record: SnapshotTestingConfiguration.Record? = nil,
    test: String = #function
  ) -> String? {
    verifySnapshot(
      of: try value(), as: strategy, named: name, record: record, snapshotDirectory: folder.path,
      testName: test)
  }

  @Test("A missing snapshot is recorded with a failure, and compared in later runs")
  func missing() throws {
    let failure = verify("Hello", as: .lines, named: "text", record: .missing)
    #expect(
      failure == """
        No reference was found on disk. Automatically recorded snapshot:

            \(folder.path)/missing.text.txt

        Look it over, and run "missing()" again to compare with it.
        """)
    #expect(try folder.text("missing.text.txt") == "Hello")
    #expect(verify("Hello", as: .lines, named: "text", record: .missing) == nil)
  }

  @Test("A different snapshot fails with the changed lines and their context")
  func differs() throws {
    let lines = (1...20).map { "line \($0)" }
    _ = verify(lines.joined(separator: "\n"), as: .lines, named: "a", record: .missing)
    var changed = lines
    changed[9] = "line ten"
    changed.append("")
    #expect(
      verify(changed.joined(separator: "\n"), as: .lines, named: "a", record: .missing) == """
        Snapshot "a" does not match reference.

            \(folder.path)/differs.a.txt

            \u{2007} … (6 unchanged)
            \u{2007} line 7
            \u{2007} line 8
            \u{2007} line 9
            − line 10
            + line ten
            \u{2007} line 11
            \u{2007} line 12
            \u{2007} line 13
            \u{2007} … (4 unchanged)
            \u{2007} line 18
            \u{2007} line 19
            \u{2007} line 20
            +

        (Reference: −, Actual: +)
        """)
    #expect(try folder.text("differs.a.txt") == lines.joined(separator: "\n"))
  }

  @Test("A difference in a carriage return is visible")
  func carriageReturn() {
    _ = verify("a\r\nb", as: .lines, record: .missing, test: "t")
    let failure = verify("a\nb", as: .lines, named: "1", record: .never, test: "t")
    #expect(failure?.contains("    − a␍\n    + a\n    \u{2007} b\n") == true)
  }

  @Test("In mode 'all', every snapshot is recorded and fails")
  func all() throws {
    _ = verify("Hello", as: .lines, named: "text", record: .missing)
    #expect(
      verify("Bye", as: .lines, named: "text", record: true) == """
        Record mode is on. Automatically recorded snapshot:

            \(folder.path)/all.text.txt

        Look it over, turn the record mode off, and run "all()" again to compare with it.
        """)
    #expect(try folder.text("all.text.txt") == "Bye")
  }

  @Test("In mode 'failed', a different snapshot is recorded and fails")
  func failed() throws {
    #expect(verify("Hello", as: .lines, record: .failed) != nil)
    #expect(verify("Hello", as: .lines, named: "1", record: .failed) == nil)
    #expect(
      verify("Bye", as: .lines, named: "1", record: .failed) == """
        Snapshot "1" does not match reference. A new snapshot was automatically recorded.

            \(folder.path)/failed.1.txt

            − Hello
            + Bye

        (Reference: −, Actual: +)
        """)
    #expect(try folder.text("failed.1.txt") == "Bye")
  }

  @Test("In mode 'never', no snapshot is recorded and a missing one fails")
  func never() throws {
    #expect(
      verify("Hello", as: .lines, named: "text", record: .never) == """
        No reference was found on disk. New snapshot was not recorded because recording is disabled

            \(folder.path)/never.text.txt

        Run the test with the record mode 'missing' to record it.
        """)
    #expect(folder.files == [])
    _ = verify("Hello", as: .lines, named: "text", record: .missing)
    #expect(verify("Bye", as: .lines, named: "text", record: .never) != nil)
    #expect(try folder.text("never.text.txt") == "Hello")
  }

  @Test("Snapshots without names are numbered in the order of the test")
  func numbers() throws {
    for text in ["a", "b", "c"] { _ = verify(text, as: .lines, record: .missing) }
    #expect(folder.files == ["numbers.1.txt", "numbers.2.txt", "numbers.3.txt"])
    #expect(try folder.text("numbers.2.txt") == "b")
  }

  @Test("Each case of a test numbers its own snapshots", arguments: ["a", "b"])
  func cases(text: String) {
    _ = verify(text, as: .lines, record: .missing, test: "cases")
    #expect(folder.files == ["cases.1.txt"])
  }

  @Test("Names are converted to file names")
  func names() {
    _ = verify("", as: .lines, named: "../iPhone 15 / dark", record: .missing, test: "on(a:b:)")
    _ = verify("", as: .lines, named: "?", record: .missing, test: "adds one, über alles")
    #expect(
      folder.files == ["adds-one-über-alles.unnamed.txt", "on-a-b.iPhone-15-dark.txt"])
  }

  @Test("Values are recorded as dumps, as JSON with sorted keys, or as their descriptions")
  func strategies() throws {
    _ = verify(User(), as: .dump, named: "dump", record: .missing)
    _ = verify(User(), as: .json, named: "json", record: .missing)
    _ = verify([1, 2], as: .description, named: "description", record: .missing)
    #expect(
      try folder.text("strategies.dump.txt") == """
        SnapshotTests.User(
          name: "Blob",
          id: 42
        )
        """)
    #expect(
      try folder.text("strategies.json.json") == """
        {
          "id" : 42,
          "name" : "Blob"
        }
        """)
    #expect(try folder.text("strategies.description.txt") == "[1, 2]")
    #expect(verify(User(), as: .json, named: "json", record: .never) == nil)
  }

  @Test("A strategy can be pulled back to a different type, and can use its own storage format")
  func pullback() throws {
    let name = Snapshotting<String, String>.lines.pullback(\User.name)
    _ = verify(User(), as: name, record: .missing)
    #expect(try folder.text("pullback.1.txt") == "Blob")

    let number = SimplySnapshotting<Int>(
      pathExtension: nil,
      diffing: Diffing(
        toData: { Data([UInt8($0)]) }, fromData: { Int($0.first ?? 0) },
        diff: { $0 == $1 ? nil : "not \($0)" }))
    let failures = [7, 7, 8].map {
      verifySnapshot(
        of: $0, as: number, named: "n", record: .missing, snapshotDirectory: folder.path)
    }
    #expect(failures.map { $0 == nil } == [false, true, false])
    #expect(failures.last??.contains("    not 7\n") == true)
    #expect(folder.files.last == "pullback.n")
  }

  @Test("A file that is unreadable or not text fails with the reason, and is not changed")
  func damaged() throws {
    try folder.write(Data([0xFF, 0xFE]), to: "damaged.1.txt")
    #expect(
      verify("Hello", as: .lines, record: .failed) == """
        The file '\(folder.path)/damaged.1.txt' does not contain a snapshot: it is not \
        UTF-8 text. Restore it, or delete it and run the test again to record it.
        """)
    #expect(try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/damaged.1.txt")).count == 2)
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/damaged.2.txt", withIntermediateDirectories: false)
    let failure = verify("Hello", as: .lines, record: .failed)
    #expect(
      failure?.hasPrefix("The snapshot '\(folder.path)/damaged.2.txt' cannot be read: ") == true)
  }

  @Test("A snapshot that cannot be written fails with the reason")
  func unwritable() throws {
    try folder.write(Data(), to: "file")
    let failure = verifySnapshot(
      of: "Hello", as: .lines, named: "n", record: .missing,
      snapshotDirectory: "\(folder.path)/file/inner")
    let path = "\(folder.path)/file/inner/unwritable.n.txt"
    #expect(failure?.hasPrefix("The snapshot '\(path)' cannot be written: ") == true)
  }

  @Test("A value that throws or does not support the strategy fails with the reason")
  func noValue() {
    func user() throws -> User { throw Unreadable() }
    #expect(verify(try user(), as: .dump) == "Threw error: Unreadable()")
    let failure = verify(Double.infinity, as: .json, record: .missing)
    #expect(
      failure?.hasPrefix("Cannot create a snapshot of a value of type 'Double': ") == true)
    #expect(folder.files == [])
  }

  @Test("The call's record mode overrides the scope's, which overrides the environment")
  func configuration() async throws {
    await withSnapshotTesting(record: .never) {
      #expect(verify("a", as: .lines, named: "a") != nil)
      #expect(folder.files == [])
      await Task.yield()
      withSnapshotTesting { #expect(verify("a", as: .lines, named: "a") != nil) }
      #expect(folder.files == [])
      #expect(verify("a", as: .lines, named: "a", record: .missing) != nil)
    }
    #expect(try folder.text("configuration.a.txt") == "a")
  }

  @Test(
    "The environment determines the record mode, and CI disables recording by default",
    arguments: [
      ([:], .missing), (["CI": "true"], .never), (["CI": "false"], .missing),
      (["CI": "1", "SNAPSHOT_TESTING_RECORD": "all"], .all),
      (["SNAPSHOT_TESTING_RECORD": ""], .missing),
    ] as [([String: String], SnapshotTestingConfiguration.Record)])
  func environment(
    variables: [String: String], record: SnapshotTestingConfiguration.Record
  ) throws {
    #expect(try SnapshotTestingConfiguration.Record.fromEnvironment(variables) == record)
  }

  @Test("An unknown record mode fails with the list of valid modes")
  func unknownMode() {
    let error = #expect(throws: SnapshotError.self) {
      try SnapshotTestingConfiguration.Record.fromEnvironment(["SNAPSHOT_TESTING_RECORD": "yes"])
    }
    #expect(
      error?.description == """
        Invalid record mode 'yes' in SNAPSHOT_TESTING_RECORD: expected one of all, failed, \
        missing, never.
        """)
  }

  @Test("Snapshots are stored next to the test, and a failure is reported at the assertion")
  func beside() async throws {
    var line: UInt = 0
    let failures = await failures {
      assertSnapshot(of: ["Milk": 2, "Bread": 1], as: .json, record: .never)
      line = #line + 1
      assertSnapshot(of: "Milk", as: .lines, named: "other", record: .never)
    }
    #expect(failures.map(\.line) == [line])
    let path = "ComposableArchitectureTestingTests/Snapshots/__Snapshots__/SnapshotTests"
    #expect(failures.first?.message.contains("\(path)/beside.other.txt\n") == true)
  }
}
