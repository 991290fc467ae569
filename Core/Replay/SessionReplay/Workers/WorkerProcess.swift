import CReplayWorker
import Foundation
import SessionLog

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The executable that workers are started from, and what they are given.
package struct WorkerExecutable: Equatable, Sendable {
  /// The path of the executable.
  package let path: String
  /// The name under which a worker runs.
  package let name: String
  /// The environment of a worker.
  package let environment: [String: String]

  /// Describes an executable that takes the part of a worker on its own.
  package init(path: String, name: String, environment: [String: String]) {
    self.path = path
    self.name = name
    // The runtime's own report of a crash takes seconds.
    self.environment = environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { _, own in own }
  }
}

/// How a worker ended in a log.
struct WorkerEnd: Sendable {
  /// The step that was being reduced; 0 if none was.
  let step: UInt64
  /// Whether the log was being written anew.
  let wasWriting: Bool
  let cause: Crash.Cause
  /// What was written to standard error.
  let messages: WorkerMessages
  /// The functions that were running, the innermost first.
  let frames: [String]
  /// How long it was in the log, in microseconds.
  let microseconds: UInt64

  /// Whether a machine that is short of memory, or a person, may have ended it, and not the app.
  var mayBeTheMachines: Bool { cause == .signal(SIGKILL) }
}

/// A worker, from its start to its end.
final class WorkerProcess {
  /// What a worker may write to its standard error before that is cut.
  private static let mostErrors = 1 << 20
  /// What is read of it.
  private static let errorLength = 16 << 10

  private var worker: rp_worker
  private var replies: WorkerStream
  private let task: WorkerTask
  /// The logs that it was handed and that have no result yet, by their places.
  private(set) var logs: [Int] = []
  /// How many bytes the paths of those take.
  private(set) var pathLength = 0
  private var pathLengths: [Int: Int] = [:]

  /// When its present position was first seen.
  private var lastChange = ContinuousClock.now
  private var lastPosition: (UInt64, UInt64, UInt64) = (0, 0, 0)
  private var stopped: ContinuousClock.Instant?
  /// When it had nothing more to do with the log before, in nanoseconds.
  private var lastResult = DispatchTime.now().uptimeNanoseconds
  /// The memory that it had taken when it was stopped, in MiB, if that was much.
  private var memoryWhenStopped: Int?

  /// Starts a worker; throws the `errno` of what failed.
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
    replies = WorkerStream(worker.replies)
    // Numbers and texts always encode.
    guard let bytes = try? JSONEncoder().encode(task) else { preconditionFailure("no JSON") }
    var message: [UInt8] = []
    WorkerMessage.append(bytes, log: 0, to: &message)
    // One that ends at once is noticed where its replies end.
    _ = WorkerStream.write(message, to: worker.requests)
  }

  private static func withStrings(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) -> Int32 {
    let pointers = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeBufferPointer { buffer in
      // An array that ends in a null pointer is never empty.
      guard let start = buffer.baseAddress else { return EINVAL }
      return body(start)
    }
  }

  /// The descriptor that can be read when a result is there, or when the worker has ended.
  var descriptor: Int32 { worker.replies }

  /// Sends requests; the pipe must have room for them unless the worker is idle.
  func hand(_ requests: [WorkerRequest]) {
    if logs.isEmpty {
      lastChange = .now
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

  /// Reads what it has sent, and passes each result on; returns whether it goes on.
  func receive(_ take: (Int, ArraySlice<UInt8>) -> Void) -> Bool {
    let goesOn = replies.fill()
    while let message = replies.next() {
      guard message.log > 0, message.log <= UInt64(Int.max) else { return false }
      let index = Int(message.log) - 1
      guard let position = logs.firstIndex(of: index) else { return false }
      logs.remove(at: position)
      pathLength -= pathLengths.removeValue(forKey: index) ?? 0
      take(index, message.bytes)
      lastResult = DispatchTime.now().uptimeNanoseconds
    }
    return goesOn
  }

  /// The log that it is in and the step that it reduces there, as it was last watched.
  var position: (index: Int, step: UInt64)? {
    lastPosition.0 > 0 ? (Int(clamping: lastPosition.0) - 1, lastPosition.1) : nil
  }

  /// Stops it if it has finished no step for too long; to be called now and then.
  func watch() {
    let page = worker.page
    let position = page.map {
      (
        rp_worker_load(&$0.pointee.log), rp_worker_load(&$0.pointee.step),
        rp_worker_load(&$0.pointee.reads)
      )
    }
    let now = ContinuousClock.now
    if lseek(worker.errors, 0, SEEK_CUR) > Self.mostErrors,
      ftruncate(worker.errors, off_t(Self.errorLength)) == 0
    {
      lseek(worker.errors, off_t(Self.errorLength), SEEK_SET)
    }
    if let stopped {
      // One that cannot tell where it is ends without that.
      if now - stopped > .seconds(2) { kill(worker.process, SIGKILL) }
      return
    }
    if let position, logs.isEmpty || position != lastPosition {
      lastPosition = position
      lastChange = now
    } else if now - lastChange > .seconds(task.timeout) {
      stopped = now
      memoryWhenStopped = memoryTaken.flatMap { $0 >= task.memory / 4 ? $0 : nil }
      rp_worker_stop(&worker)
    }
  }

  /// Has it end when it has nothing left to do.
  func finish() {
    close(worker.requests)
    worker.requests = -1
    _ = status()
    rp_worker_release(&worker)
  }

  /// Ends it, and tells how it came to its end and in which log, if it had begun one.
  func bury() -> (index: Int?, end: WorkerEnd) {
    kill(worker.process, SIGKILL)
    let status = status()
    defer { rp_worker_release(&worker) }
    let page = worker.page.pointee
    let text = errorText
    let hasFrames = page.has_crashed != 0
    let depth = page.frame_count + page.omitted_frames
    let cause: Crash.Cause =
      if stopped != nil {
        .timeout(seconds: task.timeout, memory: memoryWhenStopped)
      } else if Self.tellsOfMemory(text) {
        .memory(limit: task.memory)
      } else if status & 0x7f == 0 {
        .exit(status >> 8 & 0xff)
      } else if hasFrames, page.omitted_frames > 0, [SIGSEGV, SIGBUS].contains(status & 0x7f) {
        .stackOverflow(depth: depth)
      } else {
        .signal(status & 0x7f)
      }
    let end = WorkerEnd(
      step: page.step, wasWriting: page.writes != 0, cause: cause,
      messages: WorkerMessages(text),
      frames: hasFrames ? FrameNames.names(of: Self.frames(of: page)) : [],
      microseconds: (DispatchTime.now().uptimeNanoseconds - lastResult) / 1_000)
    let index = Int(exactly: page.log).map { $0 - 1 }
    return (index.flatMap { logs.contains($0) ? $0 : nil }, end)
  }

  /// The memory that it may write to, in MiB, where the system tells.
  private var memoryTaken: Int? {
    // Not `String(contentsOfFile:)`, for which a file in /proc is empty.
    let file = FileHandle(forReadingAtPath: "/proc/\(worker.process)/statm")
    guard let bytes = try? file?.readToEnd() else { return nil }
    // The sixth number is that of the pages of data and stack.
    let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard numbers.count > 5, let pages = Int(numbers[5]) else { return nil }
    return (pages * Int(sysconf(Int32(_SC_PAGESIZE)))) >> 20
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

  private static func tellsOfMemory(_ text: String) -> Bool {
    ["Fatal error: failed to allocate", "std::bad_alloc", "Could not allocate memory"]
      .contains { text.contains($0) }
  }

  private static func frames(of page: rp_worker_page) -> CrashFrames {
    let inner = min(Int(page.frame_count), Int(rp_worker_inner_frames))
    let addresses = withUnsafeBytes(of: page.frames) { bytes in
      Array(bytes.bindMemory(to: UInt64.self).prefix(Int(page.frame_count)))
    }
    return CrashFrames(
      inner: Array(addresses.prefix(inner)), omitted: page.omitted_frames,
      outer: Array(addresses.dropFirst(inner)))
  }
}

/// Why a worker could not be started; `code` is an `errno`.
struct WorkerStartError: Error {
  let executable: String
  let code: Int32
}

extension WorkerStartError: CustomStringConvertible {
  /// The executable and the system's reason.
  var description: String {
    "a worker process cannot be started from '\(executable)': \(SystemError.text(for: code))"
  }
}
