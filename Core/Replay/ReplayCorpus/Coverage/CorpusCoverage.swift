import RecordedValues
import SessionLog
import SessionModel
package import SessionDocument

/// The actions and fields of an app that the logs of a corpus cover and miss.
package struct CorpusCoverage: Sendable {
  package struct Choice: Equatable, Sendable {
    package let path: String
    /// The number of actions, and of actions with a path, that no previously chosen log covers.
    package let added: Int
  }

  package private(set) var logCount = 0
  package private(set) var stepCount: UInt64 = 0
  /// The number of logs with each action.
  package private(set) var actions: [String: Int] = [:]
  /// The number of logs with each pair of an action and a path that it wrote.
  package private(set) var pairs: [LogCoverage.Pair: Int] = [:]
  /// The actions and fields that the types of the newest log declare.
  package private(set) var paths: CoveragePaths?
  /// The names of the apps of the logs. There should be only one.
  package private(set) var apps: Set<String> = []
  /// The number of logs that do not record the changes of their steps.
  package private(set) var countWithoutChanges = 0
  package private(set) var warnings: [String] = []
  package private(set) var failures: [SessionReadError] = []

  private var newest = ""
  private var numbers: [Element: Int] = [:]
  /// The log with the fewest steps for each set of elements that logs cover.
  private var sets: [Set<Int>: (path: String, steps: UInt64)] = [:]

  private enum Element: Hashable, Sendable {
    case action(String)
    case pair(LogCoverage.Pair)
  }

  private struct Found: Sendable {
    let path: String
    let header: SessionHeader?
    let coverage: Result<LogCoverage, SessionReadError>

    init(_ path: String) {
      self.path = path
      do throws(SessionReadError) {
        let reader = try SessionReader(path: path)
        header = reader.header
        coverage = .success(LogCoverage(reader))
      } catch {
        header = nil
        coverage = .failure(error)
      }
    }
  }

  package init(of corpus: Corpus, jobs: Int? = nil, progress: (Int) -> Void = { _ in }) {
    self.init(of: corpus.list, jobs: jobs, progress: progress)
  }

  /// Reads all logs of a list, up to `jobs` at a time (default: the number of processors).
  ///
  /// `progress` is called with the number of logs that were read.
  package init(of list: PathList, jobs: Int? = nil, progress: (Int) -> Void = { _ in }) {
    var coverage = Self()
    var readCount = 0
    // Adds results in the order of the logs, because the same corpus must give the same subset.
    ThreadPool(width: jobs)
      .results(of: RequestSource(list)) { index, path in (index, Found(path)) }
      .forEachInOrder { found in
        coverage.add(found)
        readCount += 1
        progress(readCount)
      }
    self = coverage
  }

  private init() {}

  private mutating func add(_ found: Found) {
    switch found.coverage {
    case .failure(let error): failures.append(error)
    case .success(let coverage):
      if let header = found.header { note(header) }
      add(coverage, of: found.path)
    }
  }

  private mutating func note(_ header: SessionHeader) {
    apps.insert(header.app)
    guard paths == nil || header.recorded > newest else { return }
    newest = header.recorded
    paths = CoveragePaths(schema: header.schema, state: header.state, action: header.action)
  }

  private mutating func add(_ coverage: LogCoverage, of path: String) {
    logCount += 1
    stepCount += coverage.stepCount
    if !coverage.knowsChanges { countWithoutChanges += 1 }
    if let failure = coverage.failure { failures.append(failure) }
    warn(about: coverage, of: path)
    var set: Set<Int> = []
    for action in coverage.actions {
      actions[action, default: 0] += 1
      set.insert(number(of: .action(action)))
    }
    for pair in coverage.pairs {
      pairs[pair, default: 0] += 1
      set.insert(number(of: .pair(pair)))
    }
    if let known = sets[set], known.steps <= coverage.stepCount { return }
    sets[set] = (path, coverage.stepCount)
  }

  private mutating func warn(about coverage: LogCoverage, of path: String) {
    guard coverage.leftOutCount > 0 else { return }
    warnings.append(
      "changes of \(coverage.leftOutCount.counted("step")) of '\(path)' are not counted, because "
        + "states of this size take too long to compare")
  }

  private mutating func number(of element: Element) -> Int {
    if let number = numbers[element] { return number }
    numbers[element] = numbers.count
    return numbers.count - 1
  }
}

extension CorpusCoverage {
  /// The actions that no log contains, in source order.
  package var missingActions: [String] {
    paths?.actions.filter { actions[$0] == nil } ?? []
  }

  /// The fields that no step of any log wrote, in source order.
  package var missingFields: [String] {
    let written = Set(pairs.keys.map(\.path))
    return paths?.fields.filter { field in
      !written.contains { $0.isPath(within: field) || field.isPath(within: $0) }
    } ?? []
  }

  /// Logs that together cover what all logs cover, the largest contribution first.
  ///
  /// Of equal contributions, the log with the fewest steps is chosen. No algorithm is known that
  /// reliably finds fewer logs in reasonable time.
  package var subset: [Choice] {
    let candidates = sets.filter { !$0.key.isEmpty }
      .sorted { ($0.value.steps, $0.value.path) < ($1.value.steps, $1.value.path) }
    var left = candidates.map { (path: $0.value.path, rest: $0.key) }
    var choices: [Choice] = []
    while let best = left.indices.max(by: { (left[$0].rest.count, $1) < (left[$1].rest.count, $0) }
    ),
      !left[best].rest.isEmpty
    {
      let (path, covered) = left[best]
      choices.append(Choice(path: path, added: covered.count))
      for index in left.indices { left[index].rest.subtract(covered) }
      left.removeAll { $0.rest.isEmpty }
    }
    return choices
  }
}
