package import RecordCoding

/// The effects that were running after a step, as far as a log shows.
package struct UnfinishedEffects: Equatable, Sendable {
  /// An effect that sent an action later.
  package struct Answered: Equatable, Sendable {
    package let step: UInt64
    package let action: String
    /// The step of the first action that the effect sent later.
    package let answer: UInt64
  }

  /// An effect whose end is not among the events of the log.
  package struct Running: Equatable, Sendable {
    package let step: UInt64
    package let action: String
  }

  /// Effects of one action that may have been running, if a log doesn't record when they end.
  package struct Possible: Equatable, Sendable {
    package let action: String
    package var count: Int
    /// The last step that started such an effect.
    package var lastStep: UInt64
  }

  /// The effects that were certainly running, in order of their steps.
  package internal(set) var answered: [Answered] = []
  /// Other effects that were certainly running, in order of their steps.
  package internal(set) var running: [Running] = []
  /// The effects that may have been running, in order of their last steps.
  package internal(set) var possible: [Possible] = []

  package func lines(atMost limit: Int = 10) -> [String] {
    var lines = answered.map {
      "step \($0.step), \($0.action): was in progress, and sent an action in step \($0.answer)"
    }
    lines += running.map { "step \($0.step), \($0.action): was in progress" }
    lines += possible.map { effect in
      effect.count == 1
        ? "step \(effect.lastStep), \(effect.action): may have been in progress"
        : "\(effect.action): \(effect.count) may have been in progress, the last one since step "
          + "\(effect.lastStep)"
    }
    guard lines.count > limit else { return lines }
    return lines.prefix(limit - 1) + ["and \(lines.count - limit + 1) more"]
  }
}

/// A tracker of running effects, based on their shapes and on the actions that they send.
///
/// Logs without events don't record when work ends. Work that sent one action counts as ended,
/// since most work that answers does so once. Work that sent no action or several counts as
/// running.
package struct EffectTracker {
  private struct Work {
    let step: UInt64
    let action: String
    var sent = 0
    var answer: UInt64?
    var isCancelled = false
  }

  /// The work that effects started, sorted by step.
  private var works: [Work] = []
  /// The indices of the work that each identity cancels.
  private var indices: [EffectIdentity: [Int]] = [:]

  package init() {}

  package mutating func note(
    _ number: UInt64, _ origin: StepOrigin, _ effect: EffectShape, action: () -> String
  ) {
    if case .received(let sender) = origin, let index = index(ofStep: sender) {
      works[index].sent += 1
    }
    guard effect != .none else { return }
    let name = action()
    start(effect, []) { Work(step: number, action: name) }
  }

  package mutating func note(answerOf sender: UInt64, at number: UInt64) {
    guard let index = index(ofStep: sender), works[index].answer == nil else { return }
    works[index].answer = number
  }

  package var unfinished: UnfinishedEffects {
    var effects = UnfinishedEffects()
    var indices: [String: Int] = [:]
    for work in works {
      if let answer = work.answer {
        effects.answered.append(.init(step: work.step, action: work.action, answer: answer))
      } else if work.sent != 1, !work.isCancelled {
        if let index = indices[work.action] {
          effects.possible[index].count += 1
          effects.possible[index].lastStep = work.step
        } else {
          indices[work.action] = effects.possible.count
          effects.possible.append(.init(action: work.action, count: 1, lastStep: work.step))
        }
      }
    }
    effects.possible.sort { $0.lastStep < $1.lastStep }
    return effects
  }

  /// Returns the unfinished effects of a log with events, in which the effects of some steps did
  /// not end.
  package func unfinished(ofSteps steps: Set<UInt64>) -> UnfinishedEffects {
    var effects = unfinished
    effects.possible = []
    var others = steps.subtracting(effects.answered.map(\.step))
    for work in works where others.remove(work.step) != nil {
      effects.running.append(.init(step: work.step, action: work.action))
    }
    return effects
  }

  private func index(ofStep number: UInt64) -> Int? {
    var (low, high) = (0, works.count)
    while low < high {
      let middle = (low + high) / 2
      if works[middle].step < number { low = middle + 1 } else { high = middle }
    }
    return low < works.count && works[low].step == number ? low : nil
  }

  private mutating func start(
    _ effect: EffectShape, _ identities: [EffectIdentity], _ make: () -> Work
  ) {
    switch effect {
    case .none, .send: break
    case .run:
      for identity in identities { indices[identity, default: []].append(works.count) }
      works.append(make())
    case .merge(let parts), .concatenate(let parts):
      for part in parts { start(part, identities, make) }
    case .cancellable(let part, let id, let cancelsInFlight):
      if cancelsInFlight { cancel(id) }
      start(part, identities + [id], make)
    case .cancel(let id): cancel(id)
    }
  }

  private mutating func cancel(_ id: EffectIdentity) {
    for index in indices.removeValue(forKey: id) ?? [] { works[index].isCancelled = true }
  }
}
