import AppShell
import CommandLineKit
import Foundation
import Testing
import TestSupport

@MainActor
@Suite("Completions")
struct CompletionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the completions of bash for the last of some words.
  private func bash(_ words: String...) async throws -> [String] {
    let script = folder.file("completions.bash")
    try await tally("completions", "bash").output.write(
      toFile: script, atomically: true, encoding: .utf8)
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardOutput = output
    // `compopt` fails outside of an active completion, so it is replaced.
    process.arguments =
      [
        "--norc", "-c",
        """
        source "$0"; compopt() { :; }; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tally
        printf '%s\\n' "${COMPREPLY[@]}"
        """, script, "tally",
      ] + words
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test("bash completes verbs, options, and the choices of options and operands")
  func words() async throws {
    #expect(try await bash("re") == ["record", "recover", "replay", "report"])
    #expect(try await bash("replay", "--j") == ["--json", "--junit", "--jobs"])
    #expect(try await bash("record", "a", "--level", "") == ["effects", "steps", "actions"])
    #expect(try await bash("record", "a", "--level", "=", "a") == ["actions"])
    #expect(try await bash("record", "a", "--level", "=") == ["effects", "steps", "actions"])
    #expect(try await bash("completions", "") == ["bash", "zsh", "fish"])
    #expect(try await bash("help", "inf") == ["info"])
    #expect(try await bash("--v") == ["--version"])
  }

  @Test("bash skips options before the verb, and completes no options after '--'")
  func position() async throws {
    #expect(try await bash("--color", "never", "rep") == ["replay", "report"])
    #expect(try await bash("--color", "=", "never", "help", "rep") == ["replay", "report"])
    #expect(try await bash("--color", "") == ["auto", "always", "never"])
    #expect(try await bash("replay", "--", "--j") == [])
    #expect(try await bash("replay", "--jobs", "") == [])
  }

  @Test("bash completes logs by their suffix, including names with spaces")
  func logs() async throws {
    for name in ["a b.reprise", "a.txt"] {
      try "".write(toFile: folder.file(name), atomically: true, encoding: .utf8)
    }
    #expect(try await bash("replay", "a") == ["a b.reprise"])
  }

  @Test(
    "Each script contains every verb, option and choice", arguments: ["bash", "zsh", "fish"])
  func scripts(shell: String) async {
    let text = await tally("completions", shell).output
    for verb in Verbs.all { #expect(text.contains(verb.name)) }
    for option in ["jobs", "git-bisect", "durability", "output", "version"] {
      #expect(text.contains(shell == "fish" ? "-l \(option)" : "--\(option)"))
    }
    #expect(text.contains("flush step"))
    #expect(!text.contains("reprise "))
  }

  @Test("A program name with characters other than letters results in valid function names")
  func identifiers() {
    let script = CompletionScript(program: "my-app.2", verbs: Verbs.all.map { VerbDeclaration($0) })
    #expect(script.text(for: .bash).contains("\n_my_app_2() {"))
    #expect(script.text(for: .zsh).hasPrefix("#compdef my-app.2\n"))
    #expect(script.text(for: .fish).contains("complete -c 'my-app.2' -f"))
  }
}
