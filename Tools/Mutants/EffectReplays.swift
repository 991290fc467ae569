import CommandLineKit
import Foundation

/// Records each form of an effect once, and replays the sessions of a form with one mutant at a
/// time.
struct EffectReplays: Sendable {
  let executable: URL
  let folder: URL
  let forms: [String: EffectForm]

  init(executable: URL, folder: URL) throws(MutantsError) {
    self.executable = executable
    self.folder = folder
    let output = folder.appending(path: "forms.txt")
    let lines = try call {
      _ = try ChildProcess(executable.path, ["forms"], output: output).run()
      return try String(contentsOf: output, encoding: .utf8)
    }
    forms = Dictionary(
      lines.split(separator: "\n").compactMap(EffectForm.init).map { ($0.name, $0) }
    ) { first, _ in first }
  }

  /// Records all forms without a mutant.
  func record() throws(MutantsError) {
    let sessions = folder.appending(path: "Sessions")
    try? FileManager.default.removeItem(at: sessions)
    let jobs = forms.values.flatMap { form in EffectForm.Recording.allCases.map { (form, $0) } }
    _ = try concurrentResults(jobs) { job throws(MutantsError) in
      try record(job.0, job.1)
    }
  }

  /// A seed with which no changed range of random numbers results in the number that is recorded.
  private static let seed = "4"

  private func record(
    _ form: EffectForm, _ recording: EffectForm.Recording
  ) throws(MutantsError) {
    let file = folder.appending(path: "Sessions/\(form.name)/\(recording.rawValue)")
    let log = file.appendingPathExtension("reprise")
    let output = file.appendingPathExtension("out")
    let hasSucceeded = try call {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let script = file.appendingPathExtension("txt")
      try Data(form.script(of: recording).utf8).write(to: script)
      return try ChildProcess(
        executable.path,
        ["record", log.path, "--quiet", "--seed", Self.seed, "--script", script.path],
        output: output
      ).run()
    }
    guard hasSucceeded else { throw .notRecorded(form: form.name, output: output.path) }
  }

  /// The replays of the unchanged forms.
  struct Originals {
    /// Descriptions of the sessions that are not replayed as their forms declare.
    var faults: [String] = []
    /// The sessions that diverge in some replay. They cannot show a mutant.
    var unreliable: Set<String> = []
  }

  private static let originalReplays = 3

  /// Replays the unchanged forms, several times because the order of threads may vary.
  func replayOriginals() throws(MutantsError) -> Originals {
    let names = forms.keys.sorted()
    var logs: [EffectReplayReport.Log] = []
    for _ in 0..<Self.originalReplays {
      logs += try concurrentResults(names) { name throws(MutantsError) in
        try report(on: name, mutant: 0)
      }.flatMap(\.logs)
    }
    var originals = Originals()
    var known: Set<String> = []
    for log in logs {
      if log.verdict != "match" { originals.unreliable.insert(log.session) }
      if let fault = fault(of: log), known.insert("\(log.session) \(fault)").inserted {
        originals.faults.append("\(log.session): \(fault)")
      }
    }
    return originals
  }

  private func fault(of log: EffectReplayReport.Log) -> String? {
    if log.verdict != "match" {
      return "false alarm: \(log.text)"
    }
    // A session that ends while the effect runs may cut it off in the middle of anything.
    guard log.recording == "whole" else { return nil }
    let expectation = log.form.flatMap { forms[$0] }?.expectation
    switch (expectation, log.reason) {
    case ("verified", let reason?): return "not verified: \(reason)"
    case ("unverified", nil): return "verified, although its calls cannot be observed"
    default: return nil
    }
  }

  /// Replays the sessions of a form with a mutant.
  func outcome(
    of mutant: Int, in form: String, ignoring unreliable: Set<String>
  ) throws(MutantsError) -> EffectOutcome {
    let logs = try report(on: form, mutant: mutant).logs.filter { !unreliable.contains($0.session) }
    if let log = logs.first(where: { !["match", "crashed"].contains($0.verdict) }) {
      return .found(recording: log.recording, verdict: log.verdict)
    }
    if let log = logs.first(where: { $0.verdict == "crashed" }) {
      return .crashed(recording: log.recording)
    }
    // The other sessions may end before the changed code.
    guard let whole = logs.first(where: { $0.recording == "whole" }) else {
      return .unverified(reason: "the replay of the unchanged form diverges")
    }
    return whole.reason.map { .unverified(reason: $0) } ?? .silent
  }

  private func report(
    on form: String, mutant: Int
  ) throws(MutantsError) -> EffectReplayReport {
    let output = folder.appending(path: "replay-\(form)-\(mutant).json")
    let report = try call {
      _ = try ChildProcess(
        executable.path,
        [
          "replay", folder.appending(path: "Sessions/\(form)").path, "--json", "--effects",
          "--jobs", "1", "--timeout", "8",
        ],
        // The backtrace of a crash is not needed.
        environment: [Schemata.variable: "\(mutant)", "SWIFT_BACKTRACE": "enable=no"],
        output: output, ignoresErrors: true
      ).run()
      return try? JSONDecoder().decode(EffectReplayReport.self, from: Data(contentsOf: output))
    }
    guard let report else { throw .noReport(number: mutant, output: output.path) }
    try call { try FileManager.default.removeItem(at: output) }
    return report
  }
}
