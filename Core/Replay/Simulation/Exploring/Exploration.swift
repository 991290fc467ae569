import DependencyInjection

/// A search for sessions that fail.
@MainActor
package final class Exploration {
  /// The number of sessions that are simulated at the same time.
  package static let batchSize = 32

  /// Simulates a batch of sessions, and returns their results in the same order; `nil` for sessions
  /// that were not simulated because the exploration ends.
  let run: ([SimulationRequest]) async -> [SimulationResult?]
  /// Returns the path of the log of a session by its position in a batch. Sessions of a batch have
  /// different paths, although plans that continue the same plan have its seed.
  let log: (Int) -> String
  /// The paths of actions that users do not send.
  package private(set) var excluded: Set<String> = []
  /// The paths of actions that users send, although reducers send them too with `Effect.send`.
  package var included: Set<String> = []
  /// The path of a file that lists the logs whose values are drawn again.
  package var learned: String?
  /// The maximum number of acts of a session.
  package var length = 40
  /// The plans of sessions that did something new.
  package private(set) var kept: [SessionPlan] = []
  /// The repeated plans that did something new, which the sessions of seeds continue. Sessions of
  /// this exploration are not among them: a seed determines its session, whichever seeds precede
  /// it.
  private var continued: [SessionPlan] = []
  package private(set) var coverage: Set<UInt64> = []
  /// The plans that were repeated, did not fail, and were not kept as they are.
  package private(set) var replaced: [SessionPlan] = []
  package private(set) var remarks: Set<String> = []
  package private(set) var sessionCount = 0
  package private(set) var stepCount = 0
  /// A checksum of the logs of all sessions, which the same seeds repeat in any order.
  package private(set) var checksum: UInt32 = 0
  /// Whether sessions were not simulated because the exploration ended.
  package private(set) var isCut = false

  package init(
    log: @escaping (Int) -> String,
    run: @escaping ([SimulationRequest]) async -> [SimulationResult?]
  ) {
    (self.log, self.run) = (log, run)
  }

  /// Leaves out the user actions with these paths.
  package func exclude(_ paths: some Sequence<String>) { excluded.formUnion(paths) }

  // MARK: Survey

  /// Finds the actions that effects send, which users then do not send.
  ///
  /// Types do not distinguish them. The sessions of this survey have seeds of their own, and do not
  /// count as failed. An action that the work of an effect sends is never a user's.
  package func survey() async {
    var seed = UInt64.max
    var quietRounds = 0
    for _ in 0..<Self.surveyRounds where quietRounds < Self.quietRounds && !isCut {
      let requests = (0..<Self.batchSize / 2).map { index in
        seed -= 1
        var request = request(SessionPlan(seed: seed), user: seed, at: index)
        request.isSurvey = true
        return request
      }
      let known = excluded.count
      for result in await run(requests) {
        guard let result else {
          isCut = true
          continue
        }
        excluded.formUnion(result.sentByEffects.subtracting(included))
        excluded.formUnion(result.sentByWork)
      }
      quietRounds = excluded.count == known ? quietRounds + 1 : 0
    }
  }

  private static var surveyRounds: Int { 10 }
  private static var quietRounds: Int { 3 }

  // MARK: Exploring

  /// Simulates the sessions of seeds, and returns the failed ones without minimizing them.
  package func explore(_ seeds: some Collection<UInt64>) async -> [SimulationResult] {
    await note(seeds.enumerated().map { drawn($0.element, at: $0.offset) })
  }

  /// Repeats sessions of an earlier exploration, and returns the failed ones. Sessions that do
  /// nothing new are not kept.
  package func repeatSessions(_ plans: some Collection<SessionPlan>) async -> [SimulationResult] {
    let count = kept.count
    let requests = plans.enumerated().map { request($0.element, user: nil, at: $0.offset) }
    defer { continued += kept[count...] }
    return await note(requests)
  }

  private func note(_ requests: [SimulationRequest]) async -> [SimulationResult] {
    var failed: [SimulationResult] = []
    for (request, result) in zip(requests, await run(requests)) {
      guard let result else {
        isCut = true
        continue
      }
      sessionCount += 1
      stepCount += result.stepCount
      checksum ^= Self.checksum(of: result)
      remarks.formUnion(result.remarks)
      let isNew = !result.coverage.isSubset(of: coverage)
      coverage.formUnion(result.coverage)
      guard result.failure == nil else {
        failed.append(result)
        continue
      }
      if isNew { kept.append(result.plan) }
      let isRepeated = request.user == nil
      if isRepeated, !isNew || result.plan != request.plan { replaced.append(request.plan) }
    }
    return failed
  }

  /// Returns the checksum of a session, in which the same log has a different checksum for each
  /// seed.
  private static func checksum(of result: SimulationResult) -> UInt32 {
    var generator = SeededGenerator(seed: result.seed ^ UInt64(result.checksum) << 32)
    return UInt32(truncatingIfNeeded: generator.next())
  }

  /// Returns the request for the session of a seed: a new one, or a variant of a repeated plan.
  private func drawn(_ seed: UInt64, at index: Int) -> SimulationRequest {
    var generator = SeededGenerator(seed: seed)
    var plan = SessionPlan(seed: seed)
    if !continued.isEmpty, Bool.random(using: &generator) {
      plan = continued[Int.random(in: 0..<continued.count, using: &generator)]
      plan.acts.removeSubrange(Int.random(in: 0...plan.acts.count, using: &generator)...)
    }
    if Int.random(in: 0..<3, using: &generator) == 0 { plan.order = seed }
    return request(plan, user: seed, at: index)
  }

  private func request(_ plan: SessionPlan, user: UInt64?, at index: Int) -> SimulationRequest {
    var request = SimulationRequest(plan, user: user, log: log(index))
    request.excluded = excluded
    request.learned = learned
    request.length = length
    return request
  }

  /// Returns the smallest session that fails in the same way, recorded to its log.
  package func minimize(_ found: SimulationResult, log: String) async -> SimulationResult {
    guard let failure = found.failure else { return found }
    let learned = learned
    func request(_ plan: SessionPlan) -> SimulationRequest {
      var request = SimulationRequest(plan, log: log)
      request.learned = learned
      request.isOfFailure = true
      return request
    }
    let minimizer = PlanMinimizer { [run] plan in await run([request(plan)]).first ?? nil }
    let best = await minimizer.minimize(found)
    // The last attempt may have been a different session.
    var last = request(best.plan)
    last.marksChoices = true
    for _ in 0..<Self.recordings {
      guard let result = await run([last]).first ?? nil else { return best }
      remarks.formUnion(result.remarks)
      if let again = result.failure, again.isSame(as: failure) { return result }
    }
    remarks.insert(
      "the failure of seed \(found.seed) did not occur again, and is not in the log; something "
        + "that is not simulated differs each time, such as the clock or a random number")
    return best
  }

  /// The number of attempts to record a failure that does not occur each time.
  private static var recordings: Int { 10 }
}
