import CommandLineKit
import ComposableArchitecture
import Platform
import ReplayCorpus
import SessionDocument
import SessionLog
import SessionReplay
import SessionReports

extension ReplayVerb {
  /// Returns the logs to replay. Throws an error if there are none, unless `--allow-empty` is
  /// given.
  ///
  /// A shard that an engine selects doesn't exclude logs whose own paths are given.
  func makeCorpus(_ selected: Shard?) throws -> Corpus {
    let list = try filesFrom.map { try PathsFile($0) }
    let corpus: Corpus
    do throws(CorpusError) {
      corpus = try Corpus(
        paths: paths, shard: selected, dividesNamed: shard != nil, allowsEmpty: allowsEmpty
      ) { (add) throws(CorpusError) in try list?.forEach(allowsEmpty: allowsEmpty, add) }
    } catch {
      switch error {
      case .empty, .emptyList: throw EmptyReplay(reason: error.description)
      default: throw error
      }
    }
    guard !corpus.list.isEmpty || allowsEmpty else {
      throw EmptyReplay(reason: "shard \(selected?.description ?? "") has none of the logs")
    }
    guard let filter else { return corpus }
    let filtered = corpus.filtered(filter.admits)
    guard !filtered.list.isEmpty || allowsEmpty else {
      throw EmptyReplay(reason: "no log meets the conditions of --filter")
    }
    return filtered
  }

  /// Returns the given shard or, unless each log is given by its own path, the engine's shard.
  @MainActor
  func selectedShard<App>(_ shell: Shell<App>) throws(EngineShardError) -> Shard? {
    if let shard { return shard }
    guard filesFrom != nil || paths.contains(where: Corpus.isContainer) else { return nil }
    return try shell.engineShard(whole: "replays all logs")
  }
}

/// An error for a replay that would succeed without having replayed a log.
private struct EmptyReplay: Error, CustomStringConvertible {
  let reason: String

  var description: String { "\(reason); --allow-empty accepts that" }
}

extension Shell {
  /// Returns the shard that a CI or batch system assigns to this process. Prints the shard, and how
  /// to override it with `--shard 1/1`.
  func engineShard(whole: String) throws(EngineShardError) -> Shard? {
    guard let found = try EngineShard(variables: environment.variables) else { return nil }
    printError("shard \(found.shard), by \(found.variable); --shard 1/1 \(whole)")
    return found.shard
  }
}

/// The executable and its cached verdicts. They are read while the logs are listed.
struct KnownBuild: Sendable {
  let executable: String
  let cache: CachedVerdicts?

  /// Reads the executable and the cache. Returns `nil` without `--results` and `--cache`.
  init?(_ verb: ReplayVerb, app: String) throws {
    guard verb.results != nil || verb.cache != nil else { return nil }
    guard let executable = ExecutableFingerprint.ofThisProcess else { throw ExecutableFailure() }
    self.executable = executable
    let build = ([app, executable] + verb.verdictOptions).joined(separator: " ")
    cache = try verb.cache.map { try CachedVerdicts(folder: $0, build: build) }
  }
}

/// The results file and the cache of a replay. Both contain earlier verdicts and store new ones.
@MainActor
struct ReplayMemory {
  private let results: ResultsFile?
  private let cache: VerdictCache?
  private let folder: String

  /// The memory that is searched before a log is replayed.
  let reports: any ReportMemory

  /// Opens the results file and the cache. Returns `nil` if neither was requested.
  init?<App>(
    _ verb: ReplayVerb, _ corpus: Corpus, _ shell: Shell<App>, _ build: KnownBuild?
  ) throws {
    guard let build else { return nil }
    results = try verb.results.map { path in
      try ResultsFile(
        path: path, app: App.name, executable: build.executable, options: verb.verdictOptions,
        shard: corpus.shard, list: corpus.list)
    }
    cache = build.cache.map { VerdictCache($0) }
    folder = verb.cache ?? ""
    let memories: [(any ReportMemory)?] = [results, cache]
    reports = ReportMemories(memories.compactMap(\.self))
    if let known = results?.knownCount, known > 0 {
      let logs = UInt64(known).counted("log")
      shell.printError("resuming after \(logs) of a previous run")
    }
  }

  /// Closes the results file and the cache. Returns an exit code if results were lost.
  func finish<App>(_ shell: Shell<App>) -> Int32? {
    cache?.finish()
    for warning in cache?.warnings ?? [] { shell.printError(warning.visible) }
    if let hits = cache?.hitCount, hits > 0 {
      shell.printError("\(UInt64(hits).counted("verdict")) from the cache '\(folder.visible)'")
    }
    do throws(ResultsError) {
      try results?.finish()
      return nil
    } catch {
      shell.printError("\(error)".visible)
      return ExitCode.failure
    }
  }
}

extension ReplayVerb {
  fileprivate var verdictOptions: [String] {
    [
      isStrict ? "--strict" : nil, isParanoid ? "--paranoid" : nil,
      keepsGoing ? "--keep-going" : nil, runsEffects ? "--effects" : nil,
      timeout.map { "--timeout=\($0)" },
      memory.map { "--memory=\($0)" },
    ].compactMap(\.self)
  }
}

private struct ExecutableFailure: Error, CustomStringConvertible {
  var description: String {
    "cannot read the program's own executable, which identifies the build in results; replay "
      + "without --results and --cache"
  }
}
