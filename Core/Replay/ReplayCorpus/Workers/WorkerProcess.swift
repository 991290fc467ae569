import CReplayWorker
import Foundation
import Platform
import SessionLog
import SessionReplay

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The executable of the workers, with the name and environment that they get.
package struct WorkerExecutable: Equatable, Sendable {
  package let path: String
  package let name: String
  package let environment: [String: String]

  /// Creates a description of an executable that becomes a worker by itself.
  package init(path: String, name: String, environment: [String: String]) {
    self.path = path
    self.name = name
    // The runtime's own crash reports take seconds.
    self.environment = environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { _, own in own }
  }

  /// The executable without the variable that fixes the seed of hash values.
  var hashingRandomly: WorkerExecutable {
    WorkerExecutable(
      path: path, name: name,
      environment: environment.filter { $0.key != "SWIFT_DETERMINISTIC_HASHING" })
  }
}

final class WorkerProcess {
  /// The number of bytes on standard error after which it is truncated.
  private static let maxErrorLength = 1 << 20
  /// The number of bytes that are kept and read.
  private static let errorLength = 16 << 10

  private var worker: rp_worker
  private var replies: WorkerStream
  private let task: WorkerTask
  /// The indexes of the assigned logs that have no result yet.
  private(set) var logs: [Int] = []
  /// Whether a log has a result.
  private(set) var hasAnswered = false
  /// The total length of their paths, in bytes.
  private(set) var pathLength = 0
  private var pathLengths: [Int: Int] = [:]

  private var progress: ProgressWatch
  private var stopped: ContinuousClock.Instant?
  /// The uptime at which the worker became free for its current log, in nanoseconds.
  private var lastResult = DispatchTime.now().uptimeNanoseconds
  /// The memory in use when the worker was stopped, in MiB, if it was much.
  private var memoryWhenStopped: Int?

  init(_ executable: WorkerExecutable, _ task: WorkerTask) throws(WorkerStartError) {
    var worker = rp_worker()
    let code = Self.withStrings([executable.name, ReplayWorker.argument]) { arguments in
      Self.withStrings(executable.environment.map { "\($0)=\($1)" }) { environment in
        rp_worker_start(executable.path, arguments, environment, &worker)
      }
    }
    guard code == 0 else { throw WorkerStartError(executable: executable.path, code: code) }
    self.worker = worker
    self.task = task
    progress = ProgressWatch(stepLimit: task.timeout, now: .now)
    replies = WorkerStream(worker.replies)
    // Numbers and strings always encode.
    guard let bytes = try? JSONEncoder().encode(task) else { preconditionFailure("no JSON") }
    var message: [UInt8] = []
    WorkerMessage.append(bytes, log: 0, to: &message)
    // If the worker ends at once, reading its replies reports it.
    _ = WorkerStream.write(message, to: worker.requests)
  }

  private static func withStrings(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) -> Int32 {
    let pointers = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return EINVAL }
      return body(start)
    }
  }

  var descriptor: Int32 { worker.replies }

  /// Sends requests. The pipe must have capacity for them unless the worker is idle.
  func hand(_ requests: [WorkerRequest]) {
    if logs.isEmpty {
      progress.restart(at: .now)
      lastResult = DispatchTime.now().uptimeNanoseconds
    }
    var stream: [UInt8] = []
    for (index, text) in requests {
      WorkerMessage.append(text.utf8, log: UInt64(index + 1), to: &stream)
      logs.append(index)
      pathLengths[index] = text.utf8.count
      pathLength += text.utf8.count
    }
    _ = WorkerStream.write(stream, to: worker.requests)
  }

  /// Passes on the results that arrived, and returns whether the worker is still running.
  func receive(_ take: (Int, ArraySlice<UInt8>) -> Void) -> Bool {
    let isRunning = replies.fill()
    while let message = replies.next() {
      guard message.log > 0, message.log <= UInt64(Int.max) else { return false }
      let index = Int(message.log) - 1
      guard let position = logs.firstIndex(of: index) else { return false }
      logs.remove(at: position)
      pathLength -= pathLengths.removeValue(forKey: index) ?? 0
      hasAnswered = true
      take(index, message.bytes)
      lastResult = DispatchTime.now().uptimeNanoseconds
    }
    return isRunning
  }

  /// The current log and step, as of the last call to `watch()`.
  var position: (index: Int, step: UInt64)? {
    let position = progress.position
    return position.log > 0 ? (Int(clamping: position.log) - 1, position.step) : nil
  }

  /// Stops the worker if it has finished no step for too long. Call this at intervals.
  func watch() {
    let now = ContinuousClock.now
    if lseek(worker.errors, 0, SEEK_CUR) > Self.maxErrorLength,
      ftruncate(worker.errors, off_t(Self.errorLength)) == 0
    {
      lseek(worker.errors, off_t(Self.errorLength), SEEK_SET)
    }
    if let stopped {
      // A worker that cannot report its stack is ended without a report.
      if now - stopped > .seconds(10) { kill(worker.process, SIGKILL) }
      return
    }
    if progress.isOverdue(at: currentPosition, isIdle: logs.isEmpty, now: now) {
      stopped = now
      memoryWhenStopped = memoryTaken.flatMap { $0 >= task.memory / 4 ? $0 : nil }
      rp_worker_stop(&worker)
    }
  }

  private var currentPosition: ProgressWatch.Position {
    guard let page = worker.page else { return progress.position }
    return ProgressWatch.Position(
      log: rp_worker_load(&page.pointee.log), step: rp_worker_load(&page.pointee.step),
      reads: rp_worker_load(&page.pointee.reads))
  }

  func finish() {
    close(worker.requests)
    worker.requests = -1
    _ = status()
    rp_worker_release(&worker)
  }

  /// Ends the worker. Returns the cause of the end, and the log during which it happened, if any.
  func terminate() -> (index: Int?, end: WorkerEnd) {
    kill(worker.process, SIGKILL)
    let status = status()
    defer { rp_worker_release(&worker) }
    let page = worker.page.pointee
    let text = errorText
    let hasFrames = page.has_crashed != 0
    let depth = page.frame_count + page.omitted_frames
    let cause: Crash.Cause =
      if stopped != nil {
        .timeout(seconds: progress.limit, memory: memoryWhenStopped)
      } else if Self.isMemoryError(text) {
        .memory(limit: task.memory)
      } else if status & 0x7f == 0 {
        .exit(status >> 8 & 0xff)
      } else if hasFrames, page.omitted_frames > 0, [SIGSEGV, SIGBUS].contains(status & 0x7f) {
        .stackOverflow(depth: depth)
      } else {
        .signal(status & 0x7f)
      }
    let end = WorkerEnd(
      step: page.step, effect: page.effect > 0 ? Int(clamping: page.effect) : nil,
      wasWriting: page.writes != 0, cause: cause,
      messages: WorkerMessages(text),
      stack: hasFrames ? CrashStack.of(Self.frames(of: page)) : CrashStack(),
      microseconds: (DispatchTime.now().uptimeNanoseconds - lastResult) / 1_000)
    let index = Int(exactly: page.log).map { $0 - 1 }
    return (index.flatMap { logs.contains($0) ? $0 : nil }, end)
  }

  /// The memory that the worker has in use and shares with no file, in MiB, if the system reports
  /// it. Memory that is only reserved is not in use: a sanitizer reserves terabytes.
  private var memoryTaken: Int? {
    // `String(contentsOfFile:)` reads a file in /proc as empty.
    let file = FileHandle(forReadingAtPath: "/proc/\(worker.process)/statm")
    guard let bytes = try? file?.readToEnd() else { return nil }
    // The second and third fields are the pages in use, and how many of them belong to files.
    let pages = String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    guard pages.count > 2 else { return nil }
    return (pages[1] - pages[2]) * Int(sysconf(Int32(_SC_PAGESIZE))) >> 20
  }

  private func status() -> Int32 {
    var status: Int32 = 0
    while waitpid(worker.process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  private var errorText: String {
    let end = lseek(worker.errors, 0, SEEK_END)
    let start = max(0, end - off_t(Self.errorLength))
    var bytes = [UInt8](repeating: 0, count: Self.errorLength)
    let count = bytes.withUnsafeMutableBytes {
      pread(worker.errors, $0.baseAddress, $0.count, start)
    }
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  private static func isMemoryError(_ text: String) -> Bool {
    ["Fatal error: failed to allocate", "std::bad_alloc", "Could not allocate memory"]
      .contains { text.contains($0) }
  }

  private static func frames(of page: rp_worker_page) -> CrashAddresses {
    let inner = min(Int(page.frame_count), Int(rp_worker_inner_frames))
    let addresses = withUnsafeBytes(of: page.frames) { bytes in
      Array(bytes.bindMemory(to: UInt64.self).prefix(Int(page.frame_count)))
    }
    return CrashAddresses(
      inner: addresses.prefix(inner), omitted: page.omitted_frames,
      outer: addresses.dropFirst(inner))
  }
}

/// An error when starting a worker; `code` is an `errno`.
struct WorkerStartError: Error {
  let executable: String
  let code: Int32
}

extension WorkerStartError: CustomStringConvertible {
  var description: String {
    "a worker process cannot be started from '\(executable)': \(SystemError.text(for: code))"
  }
}
