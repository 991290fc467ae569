package import RecordCoding
package import RecordSchema

/// What the passes over a session know of its steps.
package struct SessionOutline {
  /// A step, with what in it can be made simpler.
  package struct Step: Sendable {
    /// The place of the step that started the effect which sent the action; `nil` if the user did.
    package var parent: Int?
    /// The action; `nil` if it is not to be changed.
    package var action: RecordedValue?
    /// What the reducer read, and its types.
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

  /// The steps.
  package var steps: [Step]
  /// The place of the step at fault, which is kept; `nil` if any step may be.
  package var target: Int?
  /// Reads what can be made simpler in a step, which few steps are left for in the end.
  package var fill: ((Int) -> Step)?
  /// The types of the actions.
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

  /// A step with what can be made simpler in it.
  func filled(_ place: Int) -> Step { fill?(place) ?? steps[place] }

  /// The place of the user's action that a step follows from.
  func root(of place: Int) -> Int {
    var place = place
    while let parent = steps[place].parent { place = parent }
    return place
  }
}

/// Makes a session smaller, pass by pass, until no pass helps.
///
/// Candidates are shown in order, several at a time; the first that still shows what is looked for is
/// taken. Which one that is does not depend on how many are tried at a time. First as many actions
/// as can be are left out, large runs of them before single ones; then the values are made simpler.
package struct SessionShrinker {
  /// Tries candidates; tells the place of the first that is accepted, and how many of its steps
  /// that takes.
  package typealias Trial = ([SessionCandidate]) -> (index: Int, steps: Int)?

  /// Pairs of actions are left out together when there are no more actions than this.
  private static let mostForPairs = 24

  private let outline: SessionOutline
  private let width: Int
  private let trial: Trial
  /// The smallest session so far.
  package private(set) var best: SessionCandidate

  /// Begins with a session that shows what is looked for; `width` candidates are tried at a time.
  package init(
    _ outline: SessionOutline, from whole: SessionCandidate, width: Int, trial: @escaping Trial
  ) {
    self.outline = outline
    self.width = max(1, width)
    self.trial = trial
    best = whole
  }

  /// Makes the session as small as the passes can.
  package mutating func run() {
    while true {
      let before = best
      removeActions()
      removeAnswers()
      simplifyActions()
      simplifyReads()
      if best == before { return }
    }
  }

  // MARK: Steps

  /// Leaves out the user's actions, each with all that followed from it.
  package mutating func removeActions() {
    let kept = outline.target.map { outline.root(of: $0) }
    var units: [Int: Set<Int>] = [:]
    for place in best.places { units[outline.root(of: place), default: []].insert(place) }
    remove(units.filter { $0.key != kept }.sorted { $0.key < $1.key }.map(\.value))
  }

  /// Leaves out what effects sent back, as if they had not come so far.
  package mutating func removeAnswers() {
    let places = best.places
    var needed: Set<Int> = []
    var place = outline.target
    while let current = place {
      needed.insert(current)
      place = outline.steps[current].parent
    }
    var units: [Int: Set<Int>] = [:]
    for place in places.reversed() where outline.steps[place].parent != nil {
      var ancestor: Int? = place
      while let current = ancestor, outline.steps[current].parent != nil {
        units[current, default: []].insert(place)
        ancestor = outline.steps[current].parent
      }
    }
    remove(units.filter { !needed.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value))
  }

  /// Leaves out sets of steps: all, then runs of half as many, down to single ones and pairs.
  private mutating func remove(_ units: [Set<Int>]) {
    var units = units
    var size = units.count
    while size > 0 {
      let hasRemoved = removeRuns(of: size, from: &units)
      if size > 1 { size = size / 2 } else if !hasRemoved { size = 0 }
    }
    if units.count <= Self.mostForPairs { removePairs(from: &units) }
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
      end = drop(goneFrom: &units, upTo: runs[taken].lowerBound)
    }
    return hasRemoved
  }

  /// Forgets units that a shorter session has lost with its end.
  private func drop(goneFrom units: inout [Set<Int>], upTo end: Int) -> Int {
    let left = Set(best.places)
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
        _ = drop(goneFrom: &units, upTo: units.count)
        first = 0
      } else {
        first += 1
      }
    }
  }

  // MARK: Values

  /// Makes the values in the user's actions simpler.
  package mutating func simplifyActions() {
    let simpler = SimplerValues(schema: outline.schema)
    for place in best.places {
      guard var value = outline.filled(place).action else { continue }
      if let bytes = best.actions[place] { value = decoded(bytes, outline.actionType) ?? value }
      while best.places.contains(place) {
        let variants = simpler.variants(ofAction: value, as: outline.actionType)
        let candidates = variants.map { variant in
          var candidate = best
          candidate.actions[place] = bytes(of: variant, as: outline.actionType)
          return candidate
        }
        guard let taken = take(candidates) else { break }
        value = variants[taken]
      }
    }
  }

  /// Makes the values simpler that reducers read from dependencies.
  package mutating func simplifyReads() {
    let simpler = SimplerValues(schema: outline.schema)
    for place in best.places {
      var reads = outline.filled(place).reads
      for (index, bytes) in (best.reads[place] ?? []).enumerated() {
        reads[index].value = decoded(bytes, reads[index].type) ?? reads[index].value
      }
      for index in reads.indices {
        while best.places.contains(place) {
          let variants = simpler.variants(of: reads[index].value, as: reads[index].type)
          let candidates = variants.map { variant in
            var candidate = best
            var changed = reads
            changed[index].value = variant
            candidate.reads[place] = changed.map { bytes(of: $0.value, as: $0.type) }
            return candidate
          }
          guard let taken = take(candidates) else { break }
          reads[index].value = variants[taken]
        }
      }
    }
  }

  private func bytes(of value: RecordedValue, as type: TypeReference) -> [UInt8] {
    outline.schema.bytes(of: value, as: type)
  }

  private func decoded(_ bytes: [UInt8], _ type: TypeReference) -> RecordedValue? {
    var decoder = RecordDecoder(bytes)
    return try? decoder.decodeValue(of: type, in: outline.schema)
  }

  /// Takes the first candidate that is accepted for the best; tells its place.
  private mutating func take(_ candidates: [SessionCandidate]) -> Int? {
    guard let (index, steps) = trial(candidates) else { return nil }
    best = candidates[index].prefix(steps)
    return index
  }
}
