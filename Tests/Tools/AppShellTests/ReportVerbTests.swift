import AppShell
import ComposableArchitecture
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("The report page")
struct ReportVerbTests {
  private let folder: TemporaryFolder

  init() async throws {
    folder = try TemporaryFolder()
    for (name, lines) in [("a", "add(1)\nadd(2)\n"), ("b", "add(1)\nnote(\"</script>\")\n")] {
      let script = try folder.write(lines, as: "script.txt")
      _ = await tally("record", folder.file("\(name).reprise"), "--script", script)
    }
  }

  @Test("The page of a log contains its bytes, its result and its screens")
  func oneLog() async throws {
    let page = folder.file("page.html")
    let made = await tally("report", folder.file("a.reprise"), "-o", page)
    #expect(made.code == 0)
    #expect(made.output.hasPrefix("\(page): a page of 1 log ("))
    let html = try html("page.html")
    let log = try #require(element("log-0", of: html).flatMap { Data(base64Encoded: $0) })
    #expect(log == (try Data(contentsOf: URL(fileURLWithPath: folder.file("a.reprise")))))
    #expect(element("screens-0", of: html) != nil)
    let report = try report(of: html)
    #expect(report["title"] as? String == "a.reprise")
    #expect(report["overview"] == nil)
    let logs = try #require(report["logs"] as? [[String: Any]])
    #expect((logs[0]["result"] as? [String: Any])?["verdict"] as? String == "match")
  }

  @Test("The page of an unfinished session contains the steps of its journal")
  func cutOff() async throws {
    let app = try ShownApp(folder, record: folder.file("s.reprise"))
    for number in 1...3 { app.session.store.send(.add(number)) }
    for suffix in ["", ".journal"] {
      try FileManager.default.copyItem(
        atPath: folder.file("s.reprise.partial\(suffix)"),
        toPath: folder.file("left.reprise.partial\(suffix)"))
    }
    _ = app.session.finish()
    let left = folder.file("left.reprise.partial")
    _ = await tally("report", left, "-o", folder.file("page.html"))
    let log = try #require(
      element("log-0", of: try html("page.html")).flatMap { Data(base64Encoded: $0) })
    try log.write(to: URL(fileURLWithPath: folder.file("embedded.reprise")))
    #expect(
      await tally("replay", folder.file("embedded.reprise")).output.contains(
        "match, 3 steps verified"))
    // The unfinished recording is unchanged.
    #expect(FileManager.default.fileExists(atPath: left + ".journal"))
  }

  @Test("A page of several logs has an overview")
  func overview() async throws {
    try Data("no log".utf8).write(to: URL(fileURLWithPath: folder.file("c.reprise")))
    let made = await tally("report", folder.path, "-o", folder.file("page.html"), "--json")
    #expect(made.code == 0)
    #expect(made.errors.contains("c.reprise: is not a gzip file, and so not a log."))
    #expect(made.output.contains(#""logs":3"#))
    #expect(made.output.contains(#""verdict":"damaged""#))
    let report = try report(of: html("page.html"))
    let overview = try #require(report["overview"] as? [String: Any])
    let logs = try #require(report["logs"] as? [[String: Any]])
    #expect(
      logs.map { ($0["result"] as? [String: Any])?["verdict"] as? String }
        == ["match", "match", "damaged"])
    let groups = try #require(overview["groups"] as? [[String: Any]])
    #expect(groups.map { $0["logs"] as? [String] } == [["c.reprise"]])
    #expect((overview["coverage"] as? [String: Any])?["actions"] != nil)
  }

  @Test(
    "Files that aren't logs are named, and there is no page without a log",
    arguments: ["", "no log", "\u{1F}", "\u{1F}\u{8B}", "# text\n"])
  func noLog(text: String) async throws {
    for paths in [["x.reprise"], ["x.reprise", "x.txt"]] {
      for name in paths { _ = try folder.write(text, as: name) }
      let page = folder.file("page.html")
      let made = await tally(["report"] + paths.map(folder.file) + ["-o", page])
      #expect(made.code == 4)
      #expect(made.output.isEmpty)
      #expect(made.errors.contains("x.reprise: "))
      #expect(made.errors.contains("1 other file") == (paths.count == 2))
      #expect(!FileManager.default.fileExists(atPath: page))
    }
  }

  @Test("User input cannot close its HTML element")
  func hostileText() async throws {
    let hostile = folder.file("<b>.reprise")
    try FileManager.default.moveItem(atPath: folder.file("b.reprise"), toPath: hostile)
    _ = await tally("report", hostile, "-o", folder.file("page.html"))
    let html = try html("page.html")
    #expect(!html.contains("<b>"))
    #expect(try report(of: html)["title"] as? String == "<b>.reprise")
  }

  @Test("A page without logs is a viewer")
  func viewer() async throws {
    let made = await tally("report", "-o", folder.file("page.html"))
    #expect(made.code == 0)
    #expect(made.output.contains("a page for any log"))
    #expect(element("report", of: try html("page.html")) == nil)
  }

  @Test("--screens 0 omits the screens")
  func withoutScreens() async throws {
    let log = folder.file("a.reprise")
    _ = await tally("report", log, "-o", folder.file("page.html"), "--screens", "0")
    #expect(element("screens-0", of: try html("page.html")) == nil)
  }

  @Test("--svg draws all steps of a log or a range")
  func drawing() async throws {
    let log = folder.file("a.reprise")
    let made = await tally(
      "report", log, "--svg", "--from", "2", "-o", folder.file("steps.svg"))
    #expect(made.output.contains("a drawing of 1 log"))
    let svg = try html("steps.svg")
    #expect(svg.contains("<title>2 add(2)</title>"))
    #expect(!svg.contains("add(1)"))
    let late = await tally("report", log, "--svg", "--from", "9", "-o", folder.file("9.svg"))
    #expect(late.code == 2)
    #expect(late.errors.contains("the log has steps 1 to 2"))
    #expect(await tally("report", folder.path, "--svg", "-o", folder.file("9.svg")).code == 2)
    #expect(await tally("report", log, "--from", "2", "-o", folder.file("9.svg")).code == 2)
    #expect(!FileManager.default.fileExists(atPath: folder.file("9.svg")))
  }

  @Test("After a usage error, or for an existing file, nothing is written")
  func errors() async throws {
    let log = folder.file("a.reprise")
    #expect(await tally("report", log).code == 2)
    #expect(await tally("report", folder.file("nowhere"), "-o", folder.file("page.html")).code == 2)
    #expect(!FileManager.default.fileExists(atPath: folder.file("page.html")))
    let refused = await tally("report", log, "-o", log)
    #expect(refused.code == 2)
    #expect(refused.errors.contains("exists"))
    let unwritable = await tally("report", log, "-o", folder.file("no/page.html"))
    #expect(unwritable.code == 70)
    #expect(unwritable.errors.contains("cannot write"))
  }

  private func html(_ name: String) throws -> String {
    try String(contentsOfFile: folder.file(name), encoding: .utf8)
  }

  private func report(of html: String) throws -> [String: Any] {
    let json = try #require(element("report", of: html))
    return try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  private func element(_ id: String, of html: String) -> String? {
    guard let opening = html.range(of: " id=\"\(id)\">"),
      let closing = html.range(of: "</script>", range: opening.upperBound..<html.endIndex)
    else { return nil }
    return String(html[opening.upperBound..<closing.lowerBound])
  }
}
