import Foundation
import ReplayCorpus
import TestSupport
import Testing

@Suite("A pool of worker processes")
struct ProcessPoolTests {
  /// Returns the results of 48 requests to six workers, which run a script.
  private func failures(in script: String) throws -> [String?] {
    let folder = try TemporaryFolder()
    // The shell searches the path for the name of its argument. A script that is run by itself
    // could be busy: a process that a different test starts at this time inherits the open file.
    try folder.write(script, as: ReplayWorker.argument)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let executable = WorkerExecutable(
      path: "/bin/bash", name: "bash",
      environment: ["PATH": "\(folder.path):\(path)", "ENDED": folder.file("ended")])
    let pool = ProcessPool<Answer>(WorkerSettings(executable), candidates: "test", jobs: 6) {
      Answer(failure: "\($1.crash)")
    }
    return pool.results(of: RequestSource((1...48).map(String.init))).map(\.1.failure)
  }

  @Test("Workers that end after each answer let others continue, also if they end at the same time")
  func endedWorkers() throws {
    // Skips the task, and answers the first request. The first six workers wait for each other's
    // answers, and the next ones for their ends.
    let failures = try failures(
      in: #"""
        length=$(dd bs=1 count=4 <&3 2>/dev/null | od -An -tu4)
        dd bs=1 count=$((length + 12)) <&3 >/dev/null 2>&1
        for process in $(head -n 6 "$ENDED" 2>/dev/null); do
          [ "$(wc -l <"$ENDED")" -lt 6 ] || while kill -0 "$process" 2>/dev/null; do :; done
        done
        { printf '\3\0\0\0'; dd bs=1 count=8 <&3 2>/dev/null; printf '\1{}'; } >&4
        echo $$ >>"$ENDED"
        while [ "$(wc -l <"$ENDED")" -lt 6 ]; do :; done
        """#)
    #expect(failures == Array(repeating: nil, count: 48))
  }

  @Test("Workers that end before their first answer make all requests fail with the cause")
  func uselessWorkers() throws {
    let failures = try failures(in: "exit 3")
    #expect(
      Set(failures) == ["a worker process ended before its first log: the app called exit(3)"])
    #expect(failures.count == 48)
  }
}

private struct Answer: WorkerReport {
  var failure: String?
}

extension Answer {
  init(path: String, failure: String) { self.init(failure: failure) }
}
