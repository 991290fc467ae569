import AppShell
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("Pages of logs whose effects are verified")
struct EffectPageTests {
  private let folder: TemporaryFolder
  private let log: String
  private let page: String

  init() async throws {
    folder = try TemporaryFolder()
    log = folder.file("s.reprise")
    page = folder.file("page.html")
    let script = try folder.write(
      "find(3)\nwait effects\nfind(17)\nwait effects\n", as: "script.txt")
    let outcome = await runShell(
      of: PrimesApp.self, ["record", log, "--script", script])
    #expect(outcome.code == 0, "\(outcome)")
  }

  /// Writes a page with a version of the app, and returns the result of its first log.
  private func result<App: PrimesVersion>(
    of app: App.Type, _ options: String...
  ) async throws -> [String: Any] {
    let outcome = await runShell(of: app, ["report", log, "-o", page, "--force"] + options)
    #expect(outcome.code == 0, "\(outcome)")
    let html = try folder.text("page.html")
    let opening = try #require(html.range(of: #" id="report">"#))
    let rest = html[opening.upperBound...]
    let json = rest[..<(try #require(rest.range(of: "</script>")).lowerBound)]
    let report = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let logs = try #require(report?["logs"] as? [[String: Any]])
    return try #require(logs.first?["result"] as? [String: Any])
  }

  private func differingEffect(of result: [String: Any]) -> [String: Any]? {
    (result["divergence"] as? [String: Any])?["effect"] as? [String: Any]
  }

  @Test("report --effects shows the differing call, and the effect that should make it")
  func differingCall() async throws {
    let result = try await result(of: ShiftedPrimesApp.self, "--effects")
    #expect(result["verdict"] as? String == "call diverged")
    let divergence = try #require(result["divergence"] as? [String: Any])
    #expect(divergence["step"] as? Int == 1)
    #expect(divergence["expected"] as? String == "PrimesClient.find(3)")
    #expect(divergence["actual"] as? String == "PrimesClient.find(4)")
    let effect = try #require(differingEffect(of: result))
    #expect(effect["number"] as? Int == 1)
    #expect(effect["position"] as? Int == 1)
    #expect(effect["calls"] as? Int == 0)
    #expect(effect["expectsCall"] as? Bool == true)
  }

  @Test("A difference after the calls of an effect has the number of calls, and expects no call")
  func additionalCall() async throws {
    let effect = try #require(
      differingEffect(of: try await result(of: RepeatingPrimesApp.self, "--effects")))
    #expect(effect["calls"] as? Int == 1)
    #expect(effect["expectsCall"] == nil)
  }

  @Test("Effects are verified only with --effects")
  func option() async throws {
    let plain = try await result(of: ShiftedPrimesApp.self)
    #expect(plain["verdict"] as? String == "match")
    #expect(plain["effects"] == nil)
    let verified = try await result(of: PrimesApp.self, "--effects")
    #expect(verified["verdict"] as? String == "match")
    #expect((verified["effects"] as? [String: Any])?["verified"] as? Int == 2)
  }

  @Test("A log without calls is reported, in the messages and on the page")
  func withoutCalls() async throws {
    let script = folder.file("script.txt")
    for name in ["s.reprise", "t.reprise"] {
      let record = ["record", folder.file(name), "--script", script, "--level", "steps", "--force"]
      #expect(await runShell(of: PrimesApp.self, record).code == 0)
    }
    let result = try await result(of: PrimesApp.self, "--effects")
    #expect((result["effects"] as? [String: Any])?["message"] as? String == "it has no calls")
    let report = ["report", folder.path, "-o", page, "--force", "--effects"]
    let outcome = await runShell(of: PrimesApp.self, report)
    #expect(outcome.code == 0)
    #expect(
      outcome.errors
        == "tally: the effects of '\(log)' and 1 other log are not verified: it has no calls\n")
  }

  @Test("Both the JSON object and the drawing of a page contain the verdict on the effects")
  func drawing() async throws {
    for form in [[], ["--svg"]] {
      let outcome = await runShell(
        of: ShiftedPrimesApp.self,
        ["report", log, "-o", page, "--force", "--effects", "--json"] + form)
      #expect(outcome.output.contains(#""verdict":"call diverged""#), "\(outcome)")
    }
    #expect(try folder.text("page.html").hasPrefix("<svg"))
  }

  @Test("--effects needs a log")
  func withoutLog() async throws {
    let outcome = await runShell(of: PrimesApp.self, ["report", "-o", page, "--effects"])
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("the LOG whose effects to verify"), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: page))
  }
}
