/// A search for a smaller plan whose session fails in the same way.
///
/// The search leaves out acts, makes choices plain, and lets the user wait until nothing happens,
/// as long as the failure remains. Chunks are halved down to single elements, as in delta
/// debugging.
@MainActor
struct PlanMinimizer {
  /// Simulates a session; `nil` if it was canceled.
  let run: (SessionPlan) async -> SimulationResult?
  /// The maximum number of sessions to try.
  var limit = 600

  /// Returns the smallest failing session that was found.
  func minimize(_ found: SimulationResult) async -> SimulationResult {
    guard let failure = found.failure else { return found }
    var search = Search(best: found, failure: failure, remaining: limit)
    // Acts are not needed if they only let time pass at the end.
    var patient = found.plan
    patient.end = .untilIdle
    _ = await attempt(patient, &search)
    var size: Int
    repeat {
      size = search.size
      await choicesMadePlain(&search)
      await actsLeftOut(&search)
      await pausesMadePlain(&search)
    } while search.size < size && search.remaining > 0
    return search.best
  }

  private struct Search {
    var best: SimulationResult
    let failure: SimulationFailure
    var remaining: Int

    /// The numbers of acts, choices that differ, and pauses that matter.
    var size: Int {
      3 * best.plan.acts.count + 2 * best.deviated.count
        + best.plan.acts.count { $0.pause != .untilIdle } + (best.plan.order == nil ? 0 : 2)
    }
  }

  /// The number of orders of tasks that are tried with a plan, since a different plan has different
  /// tasks.
  private static let orderCount: UInt64 = 4

  /// Tries a plan. Returns whether its session is the best one now.
  private func attempt(_ plan: SessionPlan, _ search: inout Search) async -> Bool {
    for offset in 0..<(plan.order == nil ? 1 : Self.orderCount) where search.remaining > 0 {
      search.remaining -= 1
      var plan = plan
      plan.order = plan.order.map { $0 &+ offset }
      guard let result = await run(plan), let failure = result.failure,
        failure.isSame(as: search.failure)
      else { continue }
      search.best = result
      return true
    }
    return false
  }

  private func choicesMadePlain(_ search: inout Search) async {
    if search.best.plan.order != nil {
      var ordered = search.best.plan
      ordered.order = nil
      _ = await attempt(ordered, &search)
    }
    var plain = search.best.plan
    plain.deviations = .only([])
    if await attempt(plain, &search) { return }
    await leaveOut(from: { $0.deviated }, &search) { plan, deviations in
      plan.deviations = .only(Set(deviations.map(\.key)))
    }
  }

  private func actsLeftOut(_ search: inout Search) async {
    await leaveOut(from: { $0.plan.acts }, &search) { plan, acts in plan.acts = acts }
  }

  /// Leaves out parts of a list, the longest ones first.
  private func leaveOut<Element>(
    from list: (SimulationResult) -> [Element], _ search: inout Search,
    changing change: (inout SessionPlan, [Element]) -> Void
  ) async {
    var length = max(1, list(search.best).count / 2)
    while true {
      var index = 0
      while index < list(search.best).count {
        var elements = list(search.best)
        elements.removeSubrange(index..<min(index + length, elements.count))
        var plan = search.best.plan
        change(&plan, elements)
        if await !attempt(plan, &search) { index += length }
        guard search.remaining > 0 else { return }
      }
      guard length > 1 else { return }
      length /= 2
    }
  }

  private func pausesMadePlain(_ search: inout Search) async {
    var index = 0
    while index < search.best.plan.acts.count {
      for pause in [SessionPlan.Pause.untilIdle, .milliseconds(0)] {
        var plan = search.best.plan
        guard plan.acts[index].pause != pause else { break }
        plan.acts[index].pause = pause
        if await attempt(plan, &search) { break }
      }
      index += 1
    }
  }
}
