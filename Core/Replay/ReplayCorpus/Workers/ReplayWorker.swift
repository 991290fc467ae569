import CReplayWorker
package import SessionReplay
import Foundation
package import RecordCoding

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A process that replays the logs it receives. A crash of the app ends only this process.
package enum ReplayWorker {
  /// The argument that turns a process into a worker.
  package static let argument = "replay-worker"

  /// A function that returns the answer to a request, for example about a candidate.
  package typealias Answering = (String) -> WorkerAnswer

  /// A function that returns the function for the requests of a task.
  package typealias Evaluator<State: Recordable, Action: Recordable> =
    @Sendable (_ replayer: SessionReplayer<State, Action>, _ task: String) -> Answering

  /// Replays logs until there are no more, and exits. Returns if this process is not a worker.
  package static func run<State: Recordable, Action: Recordable>(
    _ replayer: SessionReplayer<State, Action>, evaluator: @escaping Evaluator<State, Action>
  ) {
    guard let page = rp_worker_attach() else { return }
    let progress = StepProgress(page)
    // This thread no longer uses the shared memory.
    nonisolated(unsafe) let shared = page
    ThreadPool(width: 1).add {
      rp_worker_watch(shared)
      serve(replayer, progress, evaluator)
      _exit(0)
    }
    // Serves the main queue, on which effects run. Unlike `dispatchMain()`, this keeps them on one
    // thread, whose stack is reported.
    while true {
      RunLoop.main.run()
      pause()
    }
  }

  private static func serve<State: Recordable, Action: Recordable>(
    _ replayer: SessionReplayer<State, Action>, _ progress: StepProgress,
    _ evaluator: Evaluator<State, Action>
  ) {
    var requests = WorkerStream(Int32(rp_worker_requests))
    var task: WorkerTask?
    var replayer = replayer
    replayer.progress = progress
    replayer.reuse = ReplayReuse(of: replayer.app)
    // The main thread runs effects, and must not use the objects that this thread reuses.
    var effects = replayer
    effects.reuse = nil
    var effectReplayer = EffectReplayer(effects)
    var replies = WorkerReplies()
    var evaluate: Answering?
    while true {
      guard let message = requests.next() else {
        guard replies.send(), requests.fill() else { return }
        continue
      }
      guard let task else {
        guard let read = try? JSONDecoder().decode(WorkerTask.self, from: Data(message.bytes))
        else { return }
        replayer.keepsGoing = read.keepsGoing
        replayer.isParanoid = read.isParanoid
        replayer.isStrict = read.isStrict
        effectReplayer.outsideTimeout = .milliseconds(1_000 * read.timeout / 15)
        guard rp_worker_limit_memory(UInt64(read.memory) << 20) == 0 else { return }
        task = read
        evaluate = read.candidates.map { evaluator(replayer, $0) }
        continue
      }
      let path = String(decoding: message.bytes, as: UTF8.self)
      progress.begin(log: message.log)
      rp_worker_forget_errors()
      var isLast = false
      let report: [UInt8]
      switch task.kind {
      case .replay:
        report =
          ReplayReport.timed {
            var report = replayer.replay(path: path)
            if task.runsEffects {
              report = MainThread.run { [report, effectReplayer] in await effectReplayer.run(report)
              }
            }
            return report
          }.encoded
      case .update:
        report =
          task.runsEffects
          ? MainThread.run { [effectReplayer] in await effectReplayer.rewrite(path: path) }
            .encoded
          : replayer.update(path: path).encoded
      case .calls:
        report =
          MainThread.run { [effectReplayer] in
            CallsReport(path: path, update: await effectReplayer.update(path: path))
          }.encoded
      case .candidates:
        let answer = evaluate?(path) ?? WorkerAnswer([])
        (report, isLast) = (answer.bytes, answer.isLast)
      }
      // A rewritten log is unchanged the next time, so its result must not be lost.
      guard replies.append(report, log: message.log, isUrgent: task.kind != .replay), !isLast
      else { return }
    }
  }
}

/// The answer of a worker to a request.
package struct WorkerAnswer {
  let bytes: [UInt8]
  /// Whether the worker ends after this answer. A different worker then gets its other requests.
  let isLast: Bool

  package init(_ bytes: [UInt8], isLast: Bool = false) {
    (self.bytes, self.isLast) = (bytes, isLast)
  }
}

/// The results of finished logs, sent in batches because each message wakes the parent.
///
/// No result is held back for long, because it must be computed again if the worker ends.
private struct WorkerReplies {
  private static let maxDelay = Duration.milliseconds(5)
  private static let maxCount = 8

  private var waiting: [UInt8] = []
  private var count = 0
  private var lastTime = ContinuousClock.now

  /// Adds a result. Returns whether the parent can still be reached.
  mutating func append(_ report: [UInt8], log: UInt64, isUrgent: Bool) -> Bool {
    WorkerMessage.append(report, log: log, to: &waiting)
    count += 1
    let mayWait =
      !isUrgent && count < Self.maxCount && ContinuousClock.now - lastTime < Self.maxDelay
    return mayWait || send()
  }

  mutating func send() -> Bool {
    lastTime = .now
    count = 0
    defer { waiting.removeAll(keepingCapacity: true) }
    return WorkerStream.write(waiting, to: Int32(rp_worker_replies))
  }
}
