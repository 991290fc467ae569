import Foundation
import SessionDocument
import SessionLog
import SessionReplay
import SessionReports
import SessionTestSupport
import TestSupport
import Testing

@Suite("Lines that cannot be imported")
@MainActor
struct ImportRefusalTests {
  private let folder: TemporaryFolder
  private let lines: [[UInt8]]

  init() async throws {
    folder = try TemporaryFolder()
    let path = folder.file("s.reprise")
    try await Session.record(at: path)
    lines = try exportedLines(of: path)
    try FileManager.default.removeItem(atPath: path)
  }

  /// A change of a line, and the error that it causes.
  struct Fault: Sendable, CustomTestStringConvertible {
    let line: Int
    let old: String
    let new: String
    let message: String

    init(_ line: Int, _ old: String, _ new: String, _ message: String) {
      (self.line, self.old, self.new, self.message) = (line, old, new, message)
    }

    var testDescription: String { message }
  }

  nonisolated static let faults: [Fault] = [
    Fault(1, #""kind":"header""#, #""kind":"top""#, "begins with a line of the kind 'header'"),
    Fault(1, #""version":1,"#, #""version":3,"#, "the lines are of version 3. Import it with"),
    Fault(1, #""requires":["identityTypes"]"#, #""requires":["later"]"#, "requires later"),
    Fault(1, #""level":"steps""#, #""level":"all""#, "it is not the header of a session"),
    Fault(1, "{\"type\":0}", "{\"type\":99}", "line 1, 'header'"),
    Fault(2, #""after":0"#, #""after":1"#, "line 2, 'after': it follows step 0, not 1"),
    Fault(
      2, #""total":0"#, #""total":"x""#, #"line 2, 'state.total': "x" is not of the type Int64"#),
    Fault(2, #""total":0"#, #""total":0,"total":0"#, "a key appears twice"),
    Fault(2, #""total":0"#, #""sum":0"#, "the key 'total' is missing"),
    Fault(3, #""step":1"#, #""step":2"#, "line 3, 'step': step 1 comes next, not 2"),
    Fault(3, #"{"add":1}"#, #"{"ad":1}"#, "line 3, 'action': its type has no case 'ad'"),
    Fault(3, #"{"add":1}"#, #""add""#, "the case 'add' has associated values"),
    Fault(3, #"{"add":1}"#, #"{"add":1e400}"#, "'action.add': 1e400 is not of the type Int64"),
    Fault(
      3, #""old":0"#, #""old":9"#,
      "'changes[0].old': 9 is not the value after the previous steps, 0"),
    Fault(3, #""path":"total""#, #""path":"sum""#, "'changes[0].path': the state has no part"),
    Fault(3, #""path":"total""#, #""path":"total.x""#, "'changes[0].path': the state has no"),
    Fault(3, #""path":"total""#, #""path":"total[""#, "'total[' is not a path"),
    Fault(
      3, #""origin":"sent""#, #""origin":"received","startedBy":1"#, "step 1 is not before step 1"),
    Fault(3, #""changes""#, #""x""#, "'x' is unknown here"),
    Fault(1, #""level":"steps""#, #""level":"actions""#, "a log of level 'actions' has no changes"),
    Fault(3, "}\n", "\n", "line 3 is not JSON at byte"),
    Fault(
      4, #""removed":[]"#, #""removed":[null]"#, "'changes[0].removed[0]': null is not an object"),
    Fault(4, #""at":0"#, #""at":1"#, "has other elements there"),
    Fault(4, #""dependency":"uuid""#, #""dependency":"id""#, "the header has no dependency 'id'"),
    Fault(
      4, #""reads":[{"#, #""unfinished":true,"reads":[{"#, "an unfinished step has only an action"),
    Fault(
      5, #""effect":{"cancellable""#, #""effect":{"cancelable""#, "is not the shape of an effect"),
  ]

  @Test(
    "A wrong line is rejected with its number, key and value, and nothing is written",
    arguments: faults)
  func refused(fault: Fault) throws {
    var lines = lines
    let line = String(decoding: lines[fault.line - 1], as: UTF8.self)
    let range = try #require(line.range(of: fault.old), "'\(fault.old)' is not in \(line)")
    lines[fault.line - 1] = Array(line.replacingCharacters(in: range, with: fault.new).utf8)
    do {
      try importLog(lines, to: folder.file("copy.reprise"))
      Issue.record("The lines were imported.")
    } catch let error as SessionImportError {
      #expect(error.description.contains(fault.message), "\(error)")
      #expect(
        error.description.hasSuffix("export the log again.") || error.description.contains("newer"))
    }
    #expect(folder.files.isEmpty)
  }

  @Test("The error about a line with a different header describes the header, not missing keys")
  func otherHeaders() throws {
    let exported = String(decoding: lines[0], as: UTF8.self)
    let path = folder.file("s.reprise")
    try importLog(lines, to: path)
    let ofLog = String(decoding: try SessionReader(path: path).log.header, as: UTF8.self)
    for (header, message) in [
      (ofLog, "this is the header of a log, not a line that 'export' wrote"),
      (
        exported.replacing("\"reprise-session\"", with: "\"other\""),
        "'format': 'other' is not 'reprise-session'"
      ),
      (
        exported.replacing("\"format\":\"reprise-session\",", with: ""),
        "the key 'format' is missing"
      ),
    ] {
      let error = #expect(throws: SessionImportError.self) {
        try importLog([Array(header.utf8)], to: folder.file("copy.reprise"))
      }
      #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    }
  }

  @Test("A missing state, a missing step or a different state is rejected")
  func order() throws {
    func refusal(_ lines: [[UInt8]]) -> String {
      do {
        try importLog(lines, to: folder.file("copy.reprise"))
        return ""
      } catch { return "\(error)" }
    }
    #expect(refusal([]).contains("the input has no lines"))
    #expect(
      refusal([lines[0]] + lines.dropFirst(2)).contains("there is no state before the first step"))
    #expect(
      refusal(Array(lines.prefix(3)) + lines.dropFirst(4)).contains("step 2 comes next, not 3"))
    let state = String(decoding: lines[1], as: UTF8.self)
    let other = Array(state.replacing(#""after":0"#, with: #""after":1"#).utf8)
    #expect(
      refusal(Array(lines.prefix(3)) + [other]).contains(
        "it is not the state after the previous steps"))
    let right = Array(
      state.replacing(#""after":0"#, with: #""after":1"#).replacing(
        #""total":0"#, with: #""total":1"#
      ).utf8)
    #expect(refusal(Array(lines.prefix(3)) + [right] + lines.dropFirst(3)).isEmpty)
  }

  @Test("Importing lines with any changed byte does no harm", arguments: [1, 2, 3, 4, 5])
  func noise(line: Int) throws {
    var seed = UInt64(line)
    /// Pseudorandom numbers that are the same in each run.
    func below(_ limit: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % limit
    }
    for _ in 0..<300 {
      var lines = lines
      var bytes = lines[line - 1]
      let index = below(bytes.count)
      switch below(3) {
      case 0: bytes[index] = UInt8(below(256))
      case 1: bytes.removeSubrange(index...)
      default: bytes.insert(Array("[{\"0,:-]}".utf8)[below(9)], at: index)
      }
      lines[line - 1] = bytes
      let copy = folder.file("copy.reprise")
      do {
        try importLog(lines, to: copy)
        // Accepted lines result in a valid log.
        #expect(throws: Never.self) { try exportedLines(of: copy) }
      } catch is SessionImportError {
      }
    }
  }
}
