import ComposableArchitecture
import Dispatch
import Foundation
import SessionReplay

extension Shell {
  /// Replays a log while it is being written, and prints the result.
  func tail(_ options: ReplayOptions, _ style: OutputStyle) async -> Int32 {
    let path = Self.file(of: options.paths[0])
    do throws(CorpusError) {
      _ = try Corpus(paths: [path])
    } catch {
      complain(error.description.visible)
      return ExitCode.usage
    }
    let stop = DispatchSemaphore(value: 0)
    let signals = SignalWatcher { _ in stop.signal() }
    defer { withExtendedLifetime(signals) {} }
    let (isStrict, isParanoid) = (options.isStrict, options.isParanoid)
    let errors = console.errors
    let showsProgress = environment.isErrorTerminal
    // On a thread of its own: the main actor is to hear of signals.
    let report = await withCheckedContinuation { continuation in
      let thread = Thread {
        var replayer = Self.replayer
        replayer.isStrict = isStrict
        replayer.isParanoid = isParanoid
        let report = replayer.follow(
          path: path,
          progress: { steps in
            if showsProgress { errors.text("\r\(steps.counted("step")) verified\u{1B}[K") }
          }, wait: { stop.wait(timeout: .now() + .milliseconds(100)) == .timedOut })
        continuation.resume(returning: report)
      }
      thread.stackSize = CorpusReplay.stackSize
      thread.start()
    }
    if showsProgress { errors.text("\r\u{1B}[K") }
    return finish([report], options, style)
  }

  /// The file that a recorder writes while it makes a log, if it is there.
  private static func file(of path: String) -> String {
    let partial = path + ".partial"
    return FileBytes.size(of: partial) != nil ? partial : path
  }
}
