package import CommandLineKit
import ComposableArchitecture
import Foundation
import Platform
import SessionDocument
import SessionLog
import SessionReplay
import SessionReports
import TestGeneration

package struct GenerateTestVerb: ShellVerb {
  package static let name = "generate-test"
  package static let summary = "write a test that reproduces a log"
  package static let operand: VerbOperand<Self>? = .path(
    "LOG", .log, needs: "the LOG to reproduce", \.log)
  package static let options: [VerbOption<Self>] = [
    .requiredPath("output", short: "o", takes: "FILE", "the file to write", \.output),
    .number("to", takes: "N", in: 1...UInt64.max, "end with step N", \.last),
    .flag("screen", "expect the app's screens instead of its states", \.isScreen),
    .flag("script", "write the actions as a script for 'run --script'", \.isScript),
    .flag("force", "replace an existing file", \.force),
    .flag("json", "print one JSON object", \.json),
  ]
  package static let details = """
    The file compiles without changes in a test target that depends on the app's modules
    and on SessionReplayTesting. 'send' is an action of the user, and 'receive' one that
    an effect sent. Dependencies return the recorded values. If the log has the calls of
    effects, the test also runs the effects, answers their calls, and fails if an effect
    does something else. The test is named after FILE, and fails where 'replay' or
    'replay --effects' finds a difference.

    A value that source code cannot express, such as a private property, is written as
    'show' prints it: try recorded("…"). Tokens of secrets remain tokens. Sessions of more
    than 2000 steps are rejected.

    With --json: {"path", "steps", "bytes"}.
    """
  package static let exitCodes = [
    ExitMeaning.success,
    ExitMeaning(
      ExitCode.usage,
      means: "invalid command line, FILE exists, or the log is unsuitable for a test"),
    ExitMeaning(Verdict.Kind.incompatible.exitCode, means: "the log does not fit the app"),
    ExitMeaning(Verdict.Kind.damaged.exitCode, means: "the log is damaged"),
    ExitMeaning(ExitCode.failure, means: "writing failed"),
  ]
  package static let examples = [
    "generate-test s.reprise -o CounterTests.swift",
    "generate-test s.reprise -o s.txt --script",
  ]

  package var log = ""
  package var output = ""
  package var last: UInt64?
  package var isScreen = false
  package var isScript = false
  package var force = false
  package var json = false

  package init() {}

  package func validate() throws(UsageError) {
    if isScreen, isScript { throw .conflict("--screen", "--script") }
  }

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) -> Int32 {
    if let code = shell.refusal(toReplace: output, force: force) { return code }
    do throws(SessionReadError) {
      let reader = try shell.session(at: log)
      let text: String
      do throws(GeneratedTestError) {
        text = isScript ? try script(of: reader) : try test(of: reader, in: shell)
      } catch {
        shell.printError(error.description.visible)
        return error.exitCode
      }
      return write(text, of: min(last ?? .max, reader.log.stepCount), shell)
    } catch {
      shell.printError(error.description.visible)
      return ExitCode.of(error)
    }
  }

  private func script(of reader: SessionReader) throws(GeneratedTestError) -> String {
    var text = ""
    do throws(SessionReadError) {
      try ShowVerb.forEachScriptLine(of: reader, upTo: last ?? .max) { line, _ in
        text += line + "\n"
        return true
      }
    } catch {
      throw .unreadable(error.description)
    }
    return text
  }

  @MainActor
  private func test<App: ShellApp>(
    of reader: SessionReader, in shell: Shell<App>
  ) throws(GeneratedTestError) -> String {
    let file = URL(fileURLWithPath: output).deletingPathExtension().lastPathComponent
    let test = try Shell<App>.replayer.generatedTest(
      of: reader, named: file, source: App.testSource, initialState: { App.initialState },
      asserting: isScreen ? .screen { App.screen(of: $0) } : .state, upTo: last ?? .max)
    if let obstacle = test.obstacle {
      shell.printError("the test does not run effects: \(obstacle)".visible)
    }
    return test.text
  }

  @MainActor
  private func write<App>(_ text: String, of steps: UInt64, _ shell: Shell<App>) -> Int32 {
    let bytes = Array(text.utf8)
    do throws(SystemFailure) {
      try FileBytes.replace(output, with: bytes, through: FileBytes.temporary(for: output))
    } catch {
      shell.printError("cannot write '\(output.visible)': \(error). Give another path with -o.")
      return ExitCode.failure
    }
    if json {
      shell.console.output.line(
        JSONText.line(WrittenFile(path: output, steps: steps, bytes: UInt64(bytes.count))))
    } else {
      shell.console.output.line(
        "wrote \(output.visible): \(steps.counted("step")), \(bytes.count) bytes")
    }
    return 0
  }
}

extension GeneratedTestError {
  fileprivate var exitCode: Int32 {
    switch self {
    case .unreadable: Verdict.Kind.damaged.exitCode
    case .incompatible, .otherTypes: Verdict.Kind.incompatible.exitCode
    case .level, .noState, .laterStart, .gap, .tooLong: ExitCode.usage
    }
  }
}
