import Foundation
import Issues
import ReplayCorpus
import SessionDocument
import SessionReplay
import Scheduling

extension EffectWatch {
  /// Begins a watch that ends the process of a test if an effect blocks its main thread.
  ///
  /// The message names the log, and the function whose timeout has passed.
  convenience init(
    of log: Session?, in function: String, at location: CodeLocation, seconds: Int
  ) {
    let work = TestWork(isSerial: false)
    self.init(seconds: seconds, isRunning: { work.isRunning }) { step, effect in
      let subject = "effect \(effect) of step \(step)" + (log.map { " of \($0)" } ?? "")
      Self.endProcess(
        """
        \(subject) never suspends: it did nothing for \(UInt64(seconds).counted("second")).
        """, function, location)
    }
  }

  /// Begins a watch over simulated sessions, whose progress has the seed in place of the step.
  convenience init(ofSeedsIn function: String, at location: CodeLocation, seconds: Int) {
    let work = TestWork(isSerial: false)
    self.init(seconds: seconds, isRunning: { work.isRunning }) { seed, _ in
      Self.endProcess(
        """
        an effect in the session of seed \(seed) never suspends: it did nothing for \
        \(UInt64(seconds).counted("second")).
        """, function, location)
    }
  }

  private static func endProcess(
    _ fault: String, _ function: String, _ location: CodeLocation
  ) -> Never {
    let text = """
      \(location.fileID):\(location.line): \(fault) This ends the process of the test. Pass a \
      longer timeout to '\(function)' if the effect is only slow.

      """
    FileHandle.standardError.write(Data(text.utf8))
    exit(EXIT_FAILURE)
  }
}
