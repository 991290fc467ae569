import AppShell
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("Secrets in the shell")
struct SecretTests {
  private let folder: TemporaryFolder
  private var log: String { folder.file("s.reprise") }

  init() throws { folder = try TemporaryFolder() }

  private func record<App: ShellApp>(
    _ app: App.Type, _ script: String, _ arguments: String...
  ) async throws -> ShellOutcome {
    let path = try folder.write(script, as: "script.txt")
    let start = ["record", log, "--script", path, "--data-dir", folder.file("data")]
    return await runShell(of: app, start + arguments)
  }

  @Test("Printed steps, the log and the values read from it contain no secret")
  func printed() async throws {
    let script = "type(\"tr0ub4dor\")\nfail\nsay(\"tr0ub4dor it is\")\n"
    let outcome = try await record(VaultApp.self, script, "--strict")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains(#"1 · type("••••••••①")"#))
    #expect(outcome.output.contains(#"message: "" → "wrong code ••••••••①""#))
    let shown = await runShell(of: VaultApp.self, ["show", log, "--json"])
    let replayed = await runShell(of: VaultApp.self, ["replay", log, "--json"])
    #expect(replayed.code == 0)
    for text in [outcome.output, outcome.errors, shown.output, replayed.output] {
      #expect(!text.contains("tr0u"))
    }
  }

  @Test("Marked values and their changes are printed as the tokens that 'show' prints")
  func marked() async throws {
    let script = """
      password("hunter2")
      pin(1234)
      password("tr0ub4dor")
      key("\(Data("zebra cake".utf8).base64EncodedString())")
      session(5EC2E7AB-5EC2-E75E-C2E7-5EC2E75EC2E7)
      fail
      password("hunter2")
      pin(99)
      fail

      """
    let recorded = try await record(MarkedVaultApp.self, script)
    #expect(recorded.code == 0, "\(recorded.errors)")
    let shown = await runShell(of: MarkedVaultApp.self, ["show", log])
    let path = try folder.write(script, as: "script.txt")
    let run = await runShell(of: MarkedVaultApp.self, ["run", "--script", path])
    #expect(steps(in: shown).count == 9)
    #expect(steps(in: recorded) == steps(in: shown))
    #expect(steps(in: run) == steps(in: shown))
    #expect(shown.output.contains(#"1 · password("••••••①")"#))
    #expect(recorded.output.contains(#"password: "" → "••••••①""#))
    #expect(recorded.output.contains(#"message: "" → "wrong password ••••••••①""#))
  }

  /// Returns the printed lines of steps.
  private func steps(in outcome: ShellOutcome) -> [String] {
    outcome.output.split(separator: "\n").map(String.init).filter { $0.contains(" · ") }
  }

  @Test("No form of a secret is in files or output of the verbs, whatever its first form was")
  func forms() async throws {
    let forms = [
      "Zoë Müller 한국어", "Zoë Müller 한국어".decomposedStringWithCanonicalMapping,
    ]
    let script =
      forms.map { "type(\($0.debugDescription))\nfail\nencode\n" }.joined()
      + forms.map { "say(\"of \($0)!\")\n" }.joined()
    let results = folder.file("results.jsonl")
    let page = folder.file("page.html")
    let packed = folder.file("packed.tar")
    let outcomes = [
      try await record(VaultApp.self, script, "--strict"),
      await runShell(of: VaultApp.self, ["replay", log, "--json", "--results", results]),
      await runShell(of: VaultApp.self, ["show", log]),
      await runShell(of: VaultApp.self, ["export", log]),
      await runShell(of: VaultApp.self, ["report", log, "-o", page]),
      await runShell(of: VaultApp.self, ["pack", folder.path, "-o", packed]),
    ]
    #expect(outcomes.map(\.code) == [0, 0, 0, 0, 0, 0], "\(outcomes.map(\.errors))")
    var written = outcomes.map { Data(($0.output + $0.errors).utf8) }
    for file in [log, results, page, packed] {
      written.append(try Data(contentsOf: URL(fileURLWithPath: file)))
    }
    for form in forms {
      let encoded = [form, Data(form.utf8).base64EncodedString(), form.debugDescription]
      for text in encoded {
        #expect(written.allSatisfy { $0.range(of: Data(text.utf8)) == nil })
      }
    }
  }

  @Test("A secret that only an action contains is not printed in the changes of its step")
  func onlyInAction() async throws {
    let script = try folder.write("greet(\"tr0ub4dor\")\n", as: "script.txt")
    let outcome = await runShell(of: VaultApp.self, ["run", "--script", script])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains(#"message: "" → "hello ••••••••①""#))
    #expect(!outcome.output.contains("tr0u"))
  }

  @Test("A secret as Base64, as a recorded read, and on the screen is printed as a token")
  func otherSpellings() async throws {
    let outcome = try await record(VaultApp.self, "type(\"tr0ub4dor\")\nencode\nfail\nscreen\n")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("encode"))
    #expect(outcome.output.contains("blob"))
    #expect(!outcome.output.contains(Data("<tr0ub4dor>".utf8).base64EncodedString()))
    #expect(outcome.output.contains("wrong code ••••••••①\n"))
    #expect(!outcome.output.contains("tr0u"))
  }

  @Test("A secret that only a recorded read contains is printed like in the log")
  func recordedRead() async throws {
    let outcome = try await record(VaultApp.self, "draw\n", "--seed", "7")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let token = "00000000-0000-0000-0000-000000000001"
    let shown = await runShell(of: VaultApp.self, ["show", log])
    #expect(shown.output.contains(token))
    #expect(outcome.output.contains(token))
  }

  @Test("Issues and the messages about invalid lines contain no known secret")
  func messages() async throws {
    let script = "type(\"tr0ub4dor\")\ncomplain\nsay(\"tr0ub4dor\"\n"
    let outcome = try await record(VaultApp.self, script, "--print", "screen")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("warning: no door opens to ••••••••①\n"))
    #expect(!outcome.errors.contains("tr0u"), "\(outcome.errors)")
  }

  @Test("A secret that could not be kept out is reported, and a strict recording fails at its end")
  func exposed() async throws {
    let script = "draft(\"tr0ub4dor\")\nuse\n"
    let told = "'draft' contains a value that 'code' keeps secret; mark it @Redacted too"
    let outcome = try await record(VaultApp.self, script)
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("a secret may be in the log: \(told)\n"))
    let strict = try await record(VaultApp.self, script, "--strict", "--force")
    #expect(strict.code == 1)
    #expect(
      strict.errors.hasSuffix("recording is not strict: 2 secrets may be in the log, see above\n"))
  }

  @Test("An unrecognizable secret is reported at the beginning and rejected with --strict")
  func unrecognised() async throws {
    let told =
      "'NumberVaultApp.State.pin' is redacted, but an Int in 'pinTyped' would be written as it is"
    let outcome = try await record(NumberVaultApp.self, "pinTyped(1)\n")
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("a secret may be in the log: \(told): mark that payload\n"))
    let strict = try await record(NumberVaultApp.self, "pinTyped(1)\n", "--strict", "--force")
    #expect(strict.code == 2)
    #expect(strict.errors.contains("recording is not strict: \(told)"))
  }

  @Test("'--strict' needs a recording")
  func usage() async {
    let outcome = await runShell(of: VaultApp.self, ["run", "--strict"])
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("'run' needs '--record FILE'"))
  }
}
