package import RecordCoding
package import RecordedValues

/// The steps of a session in the form that the passes of a shrinker need.
package struct SessionOutline {
  package struct Step: Sendable {
    /// The index of the step whose effect sent the action; `nil` if the user sent it.
    package var parent: Int?
    /// The action; `nil` if it must not change.
    package var action: RecordedValue?
    package var reads: [(value: RecordedValue, type: TypeReference)]

    package init(
      parent: Int? = nil, action: RecordedValue? = nil,
      reads: [(value: RecordedValue, type: TypeReference)] = []
    ) {
      self.parent = parent
      self.action = action
      self.reads = reads
    }
  }

  package var steps: [Step]
  /// The index of the failing step, which is always kept; `nil` if any step can be removed.
  package var target: Int?
  /// The indices of the steps that must change the state as recorded, since they may show the
  /// fault.
  package var compared: Set<Int> = []
  /// Reads the values of a step that can be simplified; called late, when few steps remain.
  package var fill: ((Int) -> Step)?
  package var schema: Schema
  package var actionType: TypeReference

  package init(
    steps: [Step], target: Int?, schema: Schema = Schema(), actionType: TypeReference = .bool
  ) {
    self.steps = steps
    self.target = target
    self.schema = schema
    self.actionType = actionType
  }

  func filled(_ stepIndex: Int) -> Step { fill?(stepIndex) ?? steps[stepIndex] }

  /// Returns the index of the user's action that led to a step.
  func root(of stepIndex: Int) -> Int {
    var stepIndex = stepIndex
    while let parent = steps[stepIndex].parent { stepIndex = parent }
    return stepIndex
  }
}

/// A shrinker that runs passes over a session until none makes it smaller.
///
/// Each pass takes the first candidate that reaches the goal. The result doesn't depend on how many
/// are tried at a time. Passes first remove actions, large runs before single ones, and then
/// simplify values.
package struct SessionShrinker {
  /// Returns the index of the first accepted candidate, and how many of its steps it needs.
  package typealias Trial = ([SessionCandidate]) -> (index: Int, steps: Int)?

  /// The maximum number of actions for which all pairs are tried.
  private static let maxUnitsForPairs = 24

  private let outline: SessionOutline
  private let width: Int
  private let trial: Trial
  package private(set) var best: SessionCandidate

  /// Creates a shrinker that starts from a session and tries `width` candidates at a time.
  package init(
    _ outline: SessionOutline, from whole: SessionCandidate, width: Int, trial: @escaping Trial
  ) {
    self.outline = outline
    self.width = max(1, width)
    self.trial = trial
    best = whole
  }

  package mutating func run() {
    while true {
      let before = best
      removeActions()
      removeAnswers()
      removeWithCompared()
      simplifyActions()
      simplifyReads()
      if best == before { return }
    }
  }

  /// Removes user actions, each with all steps that followed from it.
  package mutating func removeActions() {
    let kept = outline.target.map { outline.root(of: $0) }
    var units: [Int: Set<Int>] = [:]
    for stepIndex in best.stepIndices {
      units[outline.root(of: stepIndex), default: []].insert(stepIndex)
    }
    remove(units.filter { $0.key != kept }.sorted { $0.key < $1.key }.map(\.value))
  }

  /// Removes actions that effects sent, as if the effects were still running.
  package mutating func removeAnswers() {
    let stepIndices = best.stepIndices
    var needed: Set<Int> = []
    var stepIndex = outline.target
    while let current = stepIndex {
      needed.insert(current)
      stepIndex = outline.steps[current].parent
    }
    var units: [Int: Set<Int>] = [:]
    for stepIndex in stepIndices.reversed() where outline.steps[stepIndex].parent != nil {
      var ancestor: Int? = stepIndex
      while let current = ancestor, outline.steps[current].parent != nil {
        units[current, default: []].insert(stepIndex)
        ancestor = outline.steps[current].parent
      }
    }
    remove(units.filter { !needed.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value))
  }

  /// Removes user actions, each together with the later steps that are compared. Without the
  /// action, these would change the state differently.
  package mutating func removeWithCompared() {
    let kept = outline.target.map { outline.root(of: $0) }
    for root in Set(best.stepIndices.map { outline.root(of: $0) }).sorted().reversed()
    where root != kept {
      let roots = best.stepIndices.filter { $0 > root && outline.compared.contains($0) }
        .map { outline.root(of: $0) }.filter { $0 != kept }
      guard !roots.isEmpty else { continue }
      let removed = Set(roots + [root])
      _ = take([
        best.removing(Set(best.stepIndices.filter { removed.contains(outline.root(of: $0)) }))
      ])
    }
  }

  /// Removes sets of steps: all of them, then runs of half the size, down to single sets and pairs.
  private mutating func remove(_ units: [Set<Int>]) {
    var units = units
    var size = units.count
    while size > 0 {
      let hasRemoved = removeRuns(of: size, from: &units)
      if size > 1 { size = size / 2 } else if !hasRemoved { size = 0 }
    }
    if units.count <= Self.maxUnitsForPairs { removePairs(from: &units) }
  }

  private mutating func removeRuns(of size: Int, from units: inout [Set<Int>]) -> Bool {
    var hasRemoved = false
    var end = units.count
    while end > 0 {
      var runs: [Range<Int>] = []
      var upper = end
      while upper > 0, runs.count < width {
        runs.append(max(0, upper - size)..<upper)
        upper = max(0, upper - size)
      }
      let taken = take(runs.map { best.removing(Set(units[$0].joined())) })
      guard let taken else {
        end = upper
        continue
      }
      units.removeSubrange(runs[taken])
      hasRemoved = true
      end = discardRemoved(from: &units, upTo: runs[taken].lowerBound)
    }
    return hasRemoved
  }

  private func discardRemoved(from units: inout [Set<Int>], upTo end: Int) -> Int {
    let left = Set(best.stepIndices)
    let earlier = units[..<end].count { !$0.isDisjoint(with: left) }
    units.removeAll { $0.isDisjoint(with: left) }
    return earlier
  }

  private mutating func removePairs(from units: inout [Set<Int>]) {
    var first = 0
    while first < units.count {
      let seconds = Array((first + 1)..<max(first + 1, units.count))
      let candidates = seconds.map { best.removing(units[first].union(units[$0])) }
      if !candidates.isEmpty, let taken = take(candidates) {
        units.remove(at: seconds[taken])
        units.remove(at: first)
        _ = discardRemoved(from: &units, upTo: units.count)
        first = 0
      } else {
        first += 1
      }
    }
  }

  package mutating func simplifyActions() {
    let simpler = SimplerValues(schema: outline.schema)
    let answered = answered
    for stepIndex in best.stepIndices where !answered.contains(stepIndex) {
      guard var value = outline.filled(stepIndex).action else { continue }
      if let bytes = best.actions[stepIndex] { value = decoded(bytes, outline.actionType) ?? value }
      while best.stepIndices.contains(stepIndex) {
        let variants = simpler.variants(ofAction: value, as: outline.actionType)
        let candidates = variants.map { variant in
          var candidate = best
          candidate.actions[stepIndex] = bytes(of: variant, as: outline.actionType)
          return candidate
        }
        guard let taken = take(candidates) else { break }
        value = variants[taken]
      }
    }
  }

  package mutating func simplifyReads() {
    let simpler = SimplerValues(schema: outline.schema)
    let answered = answered
    for stepIndex in best.stepIndices where !answered.contains(stepIndex) {
      var reads = outline.filled(stepIndex).reads
      for (index, bytes) in (best.reads[stepIndex] ?? []).enumerated() {
        reads[index].value = decoded(bytes, reads[index].type) ?? reads[index].value
      }
      for index in reads.indices {
        while best.stepIndices.contains(stepIndex) {
          let variants = simpler.variants(of: reads[index].value, as: reads[index].type)
          let candidates = variants.map { variant in
            var candidate = best
            var changed = reads
            changed[index].value = variant
            candidate.reads[stepIndex] = changed.map { bytes(of: $0.value, as: $0.type) }
            return candidate
          }
          guard let taken = take(candidates) else { break }
          reads[index].value = variants[taken]
        }
      }
    }
  }

  /// The steps whose effects sent kept actions. With different values, the effects would have sent
  /// different actions.
  private var answered: Set<Int> { Set(best.stepIndices.compactMap { outline.steps[$0].parent }) }

  private func bytes(of value: RecordedValue, as type: TypeReference) -> [UInt8] {
    outline.schema.bytes(of: value, as: type)
  }

  private func decoded(_ bytes: [UInt8], _ type: TypeReference) -> RecordedValue? {
    var decoder = RecordDecoder(bytes)
    return try? decoder.decodeValue(of: type, in: outline.schema)
  }

  private mutating func take(_ candidates: [SessionCandidate]) -> Int? {
    guard let (index, steps) = trial(candidates) else { return nil }
    best = candidates[index].prefix(steps)
    return index
  }
}
