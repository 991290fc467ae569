import Foundation
import TestSupport
import Testing

@Suite("Recording", .timeLimit(.minutes(30)))
struct RecordingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func reprise(_ arguments: String..., input: String = "") async throws -> Program.Outcome {
    try await Program.run(arguments, input: input, in: folder)
  }

  @Test("A session from a pipe becomes a gzip file with a line of JSON, and it matches")
  func pipe() async throws {
    let recorded = try await reprise(
      "record", "s.reprise",
      input: "counter.incrTapped\ncounter.incrTapped\nprimeModal.saveFavoritePrimeTapped\n")
    #expect(recorded.code == 0)
    #expect(recorded.errors.hasPrefix("recorded 3 steps in s.reprise ("))

    #expect(try await Program.run(tool: "gzip", ["-t", "s.reprise"], in: folder).code == 0)
    let text = try await Program.run(tool: "gzip", ["-dc", "s.reprise"], in: folder)
    let header = try #require(text.output.split(separator: "\n").first)
    let json = try JSONSerialization.jsonObject(with: Data(header.utf8)) as? [String: Any]
    #expect(json?["app"] as? String == "Reprise")

    let replayed = try await reprise("replay", "s.reprise")
    #expect(replayed.code == 0)
    #expect(replayed.output == "s.reprise: match, 3 steps verified\n")

    let shown = try await reprise("show", "s.reprise")
    #expect(shown.code == 0)
    #expect(shown.outputLines.count == 3)
    #expect(shown.outputLines[1].contains("counter.incrTapped"))
    #expect(shown.outputLines[1].contains("counter.count: 1 → 2"))
    #expect(shown.outputLines[2].contains("favoritePrimes[0]: + 2"))
    #expect(recorded.output.hasPrefix(shown.output))
  }

  @Test("A session with random ids, an effect and files replays in other processes without data")
  func world() async throws {
    let script = """
      counter.incrTapped
      counter.incrTapped
      primeModal.saveFavoritePrimeTapped
      shoppingList.addProduct
      shoppingList.addProduct
      shoppingList.products[1].updateName("Milk")
      counter.nthPrimeButtonTapped
      wait effects
      favoritePrimes.saveButtonTapped
      shoppingList.saveProducts
      wait effects
      favoritePrimes.loadButtonTapped
      wait effects
      """
    let recorded = try await reprise("record", "s.reprise", input: script)
    #expect(recorded.code == 0)
    #expect(recorded.output.contains(" counter.nthPrimeResponse(3)"))
    #expect(recorded.output.contains(" favoritePrimes.loadedFavoritePrimes([2])"))
    let data = folder.file("data/reprise")
    #expect(FileManager.default.fileExists(atPath: data))
    #expect(try await reprise("replay", "s.reprise").code == 0)
    try FileManager.default.removeItem(atPath: data)
    #expect(try await reprise("replay", "s.reprise").code == 0)
    #expect(!FileManager.default.fileExists(atPath: data))
  }

  @Test("Sessions with the same seed are identical")
  func seed() async throws {
    let input = "shoppingList.addProduct\nshoppingList.addProduct\n"
    let one = try await reprise("run", "--seed", "7", "--data-dir", "a", input: input)
    let same = try await reprise("run", "--seed", "7", "--data-dir", "b", input: input)
    let other = try await reprise("run", "--seed", "8", "--data-dir", "c", input: input)
    #expect(one.code == 0)
    #expect(one.output == same.output)
    #expect(one.output != other.output)
  }

  @Test("An invalid line ends the program with code 2, the line number and a similar action")
  func wrongLine() async throws {
    let outcome = try await reprise(
      "record", "s.reprise", input: "counter.incrTapped\ncounter.incTapped\n")
    #expect(outcome.code == 2)
    #expect(
      outcome.errors.hasPrefix(
        "standard input:2: there is no action 'counter.incTapped'; "
          + "did you mean 'counter.incrTapped'?"))
    #expect(try await reprise("replay", "s.reprise").output.contains("match, 1 step verified"))
  }

  @Test(
    "A session without a step leaves no file, so the corrected command works",
    arguments: [
      ("", 0), ("# nothing\n", 0), ("wait 1ms\nquit\n", 0), ("counter.incTapped\n", 2),
      ("\u{1}\n", 2), ("wait forever\ncounter.incrTapped\n", 2),
    ] as [(String, Int32)])
  func noStep(input: String, code: Int32) async throws {
    let outcome = try await reprise("record", "s.reprise", "--quiet", input: input)
    #expect(outcome.code == code)
    #expect(outcome.errors.contains("recorded no steps, so s.reprise was not written"))
    #expect(try folder.names().filter { $0.hasPrefix("s.") } == [])
    let corrected = try await reprise("record", "s.reprise", input: "counter.incrTapped\n")
    #expect(corrected.code == 0)
    let replaced = try await reprise("record", "s.reprise", "--force", input: input)
    #expect(replaced.code == code)
    #expect(try await reprise("replay", "s.reprise").output.contains("match, 1 step verified"))
  }

  @Test("The program waits for non-blocking input")
  func nonBlockingInput() async throws {
    let (input, output) = (Pipe(), Pipe())
    let file = input.fileHandleForReading.fileDescriptor
    #expect(fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK) == 0)
    let child = try Child(["record", "s.reprise"], in: folder)
    try child.start(standardInput: input.fileHandleForReading, standardOutput: output)
    for _ in 0..<2 {
      try input.fileHandleForWriting.write(contentsOf: Data("counter.incrTapped\n".utf8))
      let line = output.fileHandleForReading.availableData
      #expect(String(decoding: line, as: UTF8.self).contains("counter.incrTapped"))
    }
    try input.fileHandleForWriting.close()
    let outcome = try await child.outcome()
    #expect(outcome.code == 0)
    #expect(outcome.errors.hasPrefix("recorded 2 steps"))
  }

  @Test(
    "A full disk is reported once, the app keeps running, and complete blocks stay readable",
    .disabled(if: isSanitized, "a sanitizer needs larger files than the limit allows"))
  func fullDisk() async throws {
    // The text does not compress: the log soon reaches the file size limit.
    var number: UInt64 = 1
    let lines = (0..<2_500).map { _ in
      let words = (0..<160).map { _ in
        number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return String(number, radix: 36)
      }
      return "favoritePrimes.storageFailed(\"\(words.joined())\")\nalerts.clearAll"
    }
    _ = try folder.write(lines.joined(separator: "\n"), as: "script.txt")
    let outcome = try await limited(toBlocks: 4_096)
    #expect(outcome.code == 1)
    #expect(outcome.errors.components(separatedBy: "recording failed: ").count == 2)
    #expect(outcome.errors.contains("The app keeps running"))
    if outcome.errors.contains("the recording is not complete") {
      // The log reached the limit before its journal, which contains the later steps.
      #expect(try await reprise("recover", "s.reprise.partial", "-o", "s.reprise").code == 0)
    } else {
      #expect(outcome.errors.contains("recorded "))
    }
    let replayed = try await reprise("replay", "s.reprise")
    #expect(replayed.code == 0)
  }

  #if os(Linux)
    @Test(
      "A file size limit below the header's size is reported and does not end the app",
      .disabled(if: isSanitized, "a sanitizer needs larger files than the limit allows"))
    func noRoom() async throws {
      _ = try folder.write("counter.incrTapped", as: "script.txt")
      let outcome = try await limited(toBlocks: 1)
      #expect(outcome.code == 2)
      #expect(outcome.errors.contains("File too large"))
    }
  #endif

  /// Records the script with a file size limit in blocks of 512 bytes.
  private func limited(toBlocks count: Int) async throws -> Program.Outcome {
    // The parent process may ignore the signal that enforces the limit.
    #if os(Linux)
      let program = "env --default-signal=XFSZ"
    #else
      let program = "env"
    #endif
    return try await Program.run(
      tool: "/bin/sh",
      [
        "-c", "ulimit -f \(count); exec \(program) \"$0\" \"$@\" > /dev/null", try Program.path(),
        "record", "s.reprise", "--script", "script.txt",
      ], in: folder)
  }

  @Test(
    "A closed input or output is reported, and the log does not reuse its descriptor",
    arguments: ["<&-", ">&-"])
  func closedDescriptor(closing: String) async throws {
    let outcome = try await Program.run(
      tool: "/bin/sh",
      [
        "-c", "echo counter.incrTapped | { exec \"$0\" record s.reprise \(closing); }",
        try Program.path(),
      ], in: folder)
    #expect(outcome.errors.contains("Bad file descriptor"))
    let replay = try await reprise("replay", "s.reprise")
    // Without an input, the session has no steps and leaves no log.
    #expect(replay.code == (closing == "<&-" ? 2 : 0))
  }

  @Test("An index in a list refers to the row at the time of its line")
  func rows() async throws {
    let line = "shoppingList.products[0].updateName(\"Milk\")"
    let outcome = try await reprise(
      "run", input: "shoppingList.addProduct\n\(line)\nshoppingList.addProduct\n\(line)\n")
    #expect(outcome.code == 0)
    #expect(outcome.outputLines.filter { $0.contains("name: \"\" → \"Milk\"") }.count == 2)
  }

  @Test("An action that an effect sends is printed at once, not with the next line")
  func effectWithoutInput() async throws {
    let (input, output) = (Pipe(), Pipe())
    let child = try Child(["run"], in: folder)
    try child.start(standardInput: input.fileHandleForReading, standardOutput: output)
    try input.fileHandleForWriting.write(
      contentsOf: Data("counter.incrTapped\ncounter.nthPrimeButtonTapped\n".utf8))
    var lines = PipeLines(output)
    _ = try lines.next(containing: "counter.nthPrimeResponse(2)")
    try input.fileHandleForWriting.close()
    #expect(try await child.outcome().code == 0)
  }

  @Test("A message is printed after the steps before it")
  func order() async throws {
    _ = try folder.write("counter.incrTapped\nnonsense\n", as: "script.txt")
    let outcome = try await Program.run(
      tool: "/bin/sh", ["-c", "exec \"$0\" run --script script.txt 2>&1", try Program.path()],
      in: folder)
    #expect(outcome.outputLines.count == 2)
    #expect(outcome.outputLines.first?.contains("counter.incrTapped") == true)
    #expect(outcome.outputLines.last?.hasPrefix("script.txt:2: ") == true)
  }

  @Test("An existing log is rejected and unchanged")
  func existing() async throws {
    _ = try folder.write("precious", as: "s.reprise")
    let outcome = try await reprise("record", "s.reprise", input: "counter.incrTapped\n")
    #expect(outcome.code == 2)
    #expect(outcome.output.isEmpty)
    #expect(try folder.text("s.reprise") == "precious")
  }
}
