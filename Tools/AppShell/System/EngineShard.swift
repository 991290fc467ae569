import ReplayCorpus

/// The shard that a CI or batch system assigns to this process by setting variables.
struct EngineShard: Equatable {
  let shard: Shard
  let variable: String

  private struct Engine {
    let index: String
    var count: String?
    /// The variables that hold the first index, the last index, and the stride between indices.
    var first: String?
    var last: String?
    var step: String?
    /// The first index, if no variable holds it.
    var origin = 1
  }

  /// The variables of the tasks of an array or of a parallel job, from each system's documentation.
  private static let engines = [
    Engine(
      index: "SLURM_ARRAY_TASK_ID", count: "SLURM_ARRAY_TASK_COUNT",
      first: "SLURM_ARRAY_TASK_MIN", last: "SLURM_ARRAY_TASK_MAX", step: "SLURM_ARRAY_TASK_STEP"),
    Engine(
      index: "SGE_TASK_ID", first: "SGE_TASK_FIRST", last: "SGE_TASK_LAST",
      step: "SGE_TASK_STEPSIZE"),
    Engine(
      index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE", origin: 0),
    Engine(index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL"),
    Engine(index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL", origin: 0),
    Engine(
      index: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT", origin: 0),
    Engine(
      index: "SYSTEM_JOBPOSITIONINPHASE", count: "SYSTEM_TOTALJOBSINPHASE"),
  ]

  /// Returns `nil` if no system's variables are set, or if there is only one shard.
  init?(variables: [String: String]) throws(EngineShardError) {
    for engine in Self.engines {
      guard let text = variables[engine.index], !text.isEmpty, text != "undefined" else { continue }
      guard let shard = Self.shard(of: engine, variables) else {
        throw EngineShardError(variable: engine.index, value: text)
      }
      guard shard.count > 1 else { return nil }
      self.shard = shard
      variable = engine.index
      return
    }
    return nil
  }

  private static func shard(of engine: Engine, _ variables: [String: String]) -> Shard? {
    func number(_ name: String?) -> Int? { name.flatMap { variables[$0] }.flatMap { Int($0) } }
    guard let index = number(engine.index) else { return nil }
    let first = number(engine.first) ?? engine.origin
    let step = max(1, number(engine.step) ?? 1)
    let position = index - first
    guard position >= 0, position.isMultiple(of: step) else { return nil }
    let span = number(engine.last).map { ($0 - first) / step + 1 }
    let count = number(engine.count) ?? span
    // In an array of single numbers, such as 1,5,6, the position of a task is unknown.
    guard let count, span == nil || span == count else { return nil }
    return Shard(position / step + 1, of: count)
  }
}

struct EngineShardError: Error, Equatable, CustomStringConvertible {
  let variable: String
  let value: String

  var description: String {
    "cannot determine the shard from \(variable) '\(value)' and related variables; give --shard "
      + "I/N, or --shard 1/1 for all logs"
  }
}
