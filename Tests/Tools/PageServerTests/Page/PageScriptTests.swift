import Foundation
import PageServer
import Testing

/// Tests of the script that consists of the page's modules.
struct PageScriptTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appending(path: "../../../../Tools/SessionPage").standardized

  @Test func `Imports and the word export are left out`() {
    let module = """
      import { a } from './a.js';
      import {
        b,
        c,
      } from '../b.js';
      // export
      export function d() {
        return a + b;
      }
      """
    #expect(
      PageScript.joined(module) == "// export\nfunction d() {\n  return a + b;\n}")
  }

  @Test func `The script contains each module of the folders after its imports`() throws {
    var paths: Set<String> = []
    for folder in ["Reader", "Page"] {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: Self.folder.appending(path: folder).path)
      paths.formUnion(names.filter { $0.hasSuffix(".js") }.map { "\(folder)/\($0)" })
    }
    #expect(Set(PageScript.modules.map(\.path)) == paths)
    var known: Set<String> = []
    for module in PageScript.modules {
      let folder = Self.folder.appending(path: module.path).deletingLastPathComponent()
      for match in module.text.matches(of: /from '(.+)';/) {
        let imported = folder.appending(path: String(match.1)).standardized.path
        let path = String(imported.dropFirst(Self.folder.path.count + 1))
        #expect(known.contains(path), "\(module.path) imports \(path), which follows it")
      }
      known.insert(module.path)
    }
  }

  @Test func `The policy names the digests of the script and of the style`() throws {
    let hint: Comment = "'make page' writes the digests into PagePolicy.swift"
    #expect(try digest(of: PageScript.text) == PagePolicy.scriptHash, hint)
    #expect(try digest(of: PageTemplate.style) == PagePolicy.styleHash, hint)
  }

  private func digest(of text: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      "import base64, hashlib, sys; "
        + """
        print(base64.b64encode(hashlib.sha256(open(sys.argv[1], 'rb').read()).digest()).decode())
        """,
      file.path,
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let digest = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return "sha256-" + String(decoding: digest, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
