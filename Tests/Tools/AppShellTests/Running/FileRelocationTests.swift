import AppShell
import Foundation
import Testing

@Suite("File relocation")
struct FileRelocationTests {
  private let relocation = FileRelocation(
    folder: "/home/ann/project/data",
    known: [
      KnownFolder(name: "Documents", path: "/home/ann/Documents/"),
      KnownFolder(name: "Home", path: "/home/ann"),
      KnownFolder(name: "Home", path: "/home/ann/"),
      KnownFolder(name: "Current", path: "/home/ann/project"),
    ])

  @Test(
    "A file moves with the innermost folder that contains it",
    arguments: [
      ("/home/ann/Documents/a/b.json", "Documents/a/b.json"),
      ("/home/ann/Documents.json", "Home/Documents.json"), ("/home/ann", "Home"),
      ("/home/ann/project/b.json", "Current/b.json"),
      ("/home/ann/project/../b 1.json", "Home/b 1.json"),
    ])
  func innermost(path: String, location: String) {
    #expect(
      relocation.location(of: URL(filePath: path))?.path(percentEncoded: false)
        == "/home/ann/project/data/shared/\(location)")
  }

  @Test("A file in the data folder stays")
  func inDataFolder() {
    let url = URL(filePath: "/home/ann/project/data/shared/Home/b.json")
    #expect(relocation.location(of: url) == url)
  }

  @Test(
    "A file outside all folders has no location", arguments: ["/tmp/b.json", "/home/anna/b"])
  func outside(path: String) {
    #expect(relocation.location(of: URL(filePath: path)) == nil)
  }

  @Test("The root is not a known folder")
  func root() {
    let relocation = FileRelocation(
      folder: "/data", known: [KnownFolder(name: "Current", path: "/")])
    #expect(relocation.location(of: URL(filePath: "/tmp/b.json")) == nil)
  }
}
