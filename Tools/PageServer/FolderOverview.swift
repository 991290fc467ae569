import Dispatch
import Platform
import ReplayCorpus
import SessionDocument
import SessionReplay
import SessionReports

/// The overview of a folder, which is kept up to date while a page shows it.
///
/// An update lists the folder, replays some of the logs that were added or changed, and encodes the
/// result. The limits keep the server responsive however many logs there are.
package final class FolderOverview: Sendable {
  package struct Version: Sendable {
    package let number: UInt64
    /// A `PageFolder` as one line of JSON.
    package let text: String
  }

  package struct Limits: Sendable {
    /// The minimum interval between two listings of the folder in nanoseconds.
    package var interval: UInt64 = 500_000_000
    /// The minimum interval between repetitions of a task, as a multiple of its duration.
    package var ratio: UInt64 = 10
    /// The maximum duration of the replays of an update, which keep the main actor busy.
    package var replays: UInt64 = 250_000_000
    /// The maximum number of logs that an update replays.
    package var batch = 64

    package init() {}
  }

  /// The time from which a task may be repeated.
  private struct Pace {
    var next: UInt64 = 0

    mutating func end(after start: UInt64, _ limits: Limits, interval: UInt64 = 0) {
      next = now + max(interval, (now - start) * limits.ratio)
    }

    var isDue: Bool { now >= next }
  }

  private struct State {
    var contents = FolderContents()
    var latest: Version?
    var isUpdating = false
    /// Whether the contents are newer than the latest version.
    var isChanged = true
    /// The number of logs to replay at once.
    var batch = 1
    var listing = Pace()
    var coverage = Pace()
    var encoding = Pace()
  }

  private let logs: ServedLogs
  private let replay: (@Sendable @MainActor ([String]) async -> [ReplayReport])?
  private let limits: Limits
  /// Returns the address of the page of a log.
  private let address: @Sendable (_ name: String) -> String
  private let threads = ThreadPool(width: 1)
  private let state = Mutex(State())

  package init(
    of logs: ServedLogs, views: ServedViews?, limits: Limits = Limits(),
    address: @escaping @Sendable (_ name: String) -> String
  ) {
    self.logs = logs
    replay = views?.replay
    self.limits = limits
    self.address = address
  }

  package var latest: Version? { state.withLock { $0.latest } }

  /// Begins an update if there is anything to do and no update is in progress.
  func refresh() {
    let begins = state.withLock { state in
      guard !state.isUpdating else { return false }
      state.isUpdating =
        state.listing.isDue || hasLogsToReplay(state) || needsCoverage(state)
        || state.isChanged && state.encoding.isDue
      return state.isUpdating
    }
    guard begins else { return }
    Task {
      await update()
      state.withLock { $0.isUpdating = false }
    }
  }

  package func update() async {
    await threads.run {
      self.list()
      self.encode()
    }
    let batch = state.withLock { state in
      hasLogsToReplay(state) ? Array(state.contents.waiting.prefix(state.batch)) : []
    }
    if let replay, !batch.isEmpty {
      let start = now
      let reports = await replay(batch.map(\.path))
      store(reports, of: batch, duration: now - start)
    }
    await threads.run {
      self.cover()
      self.encode()
    }
  }
}

private var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

extension FolderOverview {
  private func hasLogsToReplay(_ state: State) -> Bool {
    replay != nil && !state.contents.waiting.isEmpty
  }

  private func needsCoverage(_ state: State) -> Bool {
    replay != nil && state.contents.needsCoverage && state.coverage.isDue
  }

  private func list() {
    guard state.withLock(\.listing.isDue) else { return }
    let start = now
    var listing = ServedLogs.Listing()
    do throws(ServedLogsError) {
      listing = try logs.list()
    } catch {
      listing.failure = error
    }
    state.withLock { state in
      if state.contents.update(to: listing) { state.isChanged = true }
      state.listing.end(after: start, limits, interval: limits.interval)
    }
  }

  private func store(
    _ reports: [ReplayReport], of batch: [ServedLogs.Entry], duration: UInt64
  ) {
    state.withLock { state in
      state.contents.store(reports, of: batch)
      state.isChanged = true
      state.batch =
        duration > limits.replays
        ? max(1, state.batch / 2) : min(limits.batch, state.batch * 2)
    }
  }

  private func cover() {
    let start = now
    let replayed = state.withLock { needsCoverage($0) ? $0.contents.replayed : nil }
    guard let replayed else { return }
    let coverage = replayed.count > 1 ? CorpusCoverage(of: PathList(replayed.map(\.path))) : nil
    state.withLock { state in
      state.contents.store(coverage, of: replayed)
      state.isChanged = true
      state.coverage.end(after: start, limits)
    }
  }

  /// Encodes changed contents as the next version.
  private func encode() {
    let start = now
    let contents = state.withLock { state in
      guard state.isChanged, state.encoding.isDue else { return nil as FolderContents? }
      state.isChanged = false
      return state.contents
    }
    guard let contents else { return }
    let text = JSONText.line(contents.page(hasReplays: replay != nil, address: address))
    state.withLock { state in
      state.latest = Version(number: (state.latest?.number ?? 0) + 1, text: text)
      state.encoding.end(after: start, limits)
    }
  }
}
