import RecordCoding
import RecordedValues
import SessionMinimizing
import Testing

/// Tests the passes over a session, without an app.
struct SessionShrinkerTests {
  /// Returns the result of shrinking a session in which some steps are required.
  private func shrunk(
    _ steps: [SessionOutline.Step], target: Int? = nil, width: Int = 4,
    while isSame: @escaping (Set<Int>) -> Bool
  ) -> (best: [Int], tried: Int) {
    var tried = 0
    var shrinker = SessionShrinker(
      SessionOutline(steps: steps, target: target),
      from: SessionCandidate(keeping: steps.indices), width: width
    ) { candidates in
      for (index, candidate) in candidates.enumerated() {
        tried += 1
        if isSame(Set(candidate.stepIndices)) { return (index, candidate.stepCount) }
      }
      return nil
    }
    shrinker.run()
    return (shrinker.best.stepIndices, tried)
  }

  private func users(_ count: Int) -> [SessionOutline.Step] {
    Array(repeating: SessionOutline.Step(), count: count)
  }

  @Test("Three required steps of ten thousand are kept, after a few hundred trials")
  func few() {
    let needed: Set = [17, 4_711, 9_000]
    let (best, tried) = shrunk(users(10_000)) { $0.isSuperset(of: needed) }
    #expect(best == needed.sorted())
    #expect(tried < 300)
  }

  @Test("The result doesn't depend on the number of concurrent candidates")
  func width() {
    let isSame = { (kept: Set<Int>) in kept.contains(3) && kept.count { $0 % 7 == 1 } >= 2 }
    let results = [1, 2, 3, 8].map { shrunk(users(200), width: $0, while: isSame).best }
    #expect(results.allSatisfy { $0 == results[0] })
    #expect(results[0].count == 3)
  }

  @Test("Removing an action removes the actions that its effects sent")
  func answers() {
    var steps = users(5)
    steps[1].parent = 0
    steps[2].parent = 1
    var seen: [Set<Int>] = []
    let (best, _) = shrunk(steps, target: 4) { stepIndices in
      seen.append(stepIndices)
      return stepIndices.contains(4)
    }
    #expect(best == [4])
    #expect(seen.allSatisfy { !$0.contains(1) || $0.contains(0) })
  }

  @Test("An unneeded action from an effect is removed, and its sender stays")
  func answerAlone() {
    var steps = users(3)
    steps[1].parent = 0
    let (best, _) = shrunk(steps, target: 2) { $0.isSuperset(of: [0, 2]) }
    #expect(best == [0, 2])
  }

  @Test("The step at fault stays, with the actions that caused it")
  func target() {
    var steps = users(4)
    steps[3].parent = 1
    #expect(shrunk(steps, target: 3) { _ in true }.best == [1, 3])
  }

  @Test("Two actions that cannot be removed alone are removed together")
  func pairs() {
    let (best, _) = shrunk(users(10), target: 9) { stepIndices in
      stepIndices.contains(5) && stepIndices.contains(2) == stepIndices.contains(7)
    }
    #expect(best == [5, 9])
  }

  @Test("An action is removed together with the compared steps that it changes")
  func compared() {
    var outline = SessionOutline(steps: users(6), target: 5)
    outline.compared = [2, 4]
    var shrinker = SessionShrinker(outline, from: SessionCandidate(keeping: 0..<6), width: 4) {
      candidates in
      for (index, candidate) in candidates.enumerated() {
        let kept = Set(candidate.stepIndices)
        if kept.isSuperset(of: [1, 3, 5]), kept.contains(0) == kept.contains(2),
          kept.contains(2) == kept.contains(4)
        {
          return (index, candidate.stepCount)
        }
      }
      return nil
    }
    shrinker.run()
    #expect(shrinker.best.stepIndices == [1, 3, 5])
  }

  @Test("An action keeps its values while an action that its effect sent is kept")
  func answered() {
    let type = TypeReference.signed(bits: 64)
    for keepsAnswer in [true, false] {
      var steps = users(3)
      steps[0].action = .signed(7)
      steps[0].reads = [(.signed(7), type)]
      steps[1].parent = 0
      let needed: Set = keepsAnswer ? [0, 1, 2] : [0, 2]
      var shrinker = SessionShrinker(
        SessionOutline(steps: steps, target: 2, actionType: type),
        from: SessionCandidate(keeping: 0..<3), width: 1
      ) { candidates in
        guard let first = candidates.first, needed.isSubset(of: first.stepIndices) else {
          return nil
        }
        return (0, first.stepCount)
      }
      shrinker.run()
      #expect(shrinker.best.stepIndices == needed.sorted())
      #expect(shrinker.best.actions.isEmpty == keepsAnswer)
      #expect(shrinker.best.reads.isEmpty == keepsAnswer)
    }
  }

  @Test("Steps after the first occurrence of the fault are removed")
  func shorter() {
    var shrinker = SessionShrinker(
      SessionOutline(steps: users(8), target: nil), from: SessionCandidate(keeping: 0..<8), width: 1
    ) { candidates in
      let stepIndices = candidates[0].stepIndices
      return stepIndices.firstIndex(of: 5).map { (0, $0 + 1) }
    }
    shrinker.run()
    #expect(shrinker.best.stepIndices == [5])
  }

  @Test("Strings get shorter and numbers smaller while the fault still occurs")
  func payloads() throws {
    let schema = Schema(types: [])
    let type = TypeReference.tuple([RecordField(nil, .string), RecordField(nil, .signed(bits: 64))])
    var step = SessionOutline.Step()
    step.action = .product([.string("Milk and bread"), .signed(1_000)])
    var best: RecordedValue?
    var shrinker = SessionShrinker(
      SessionOutline(steps: [step], target: 0, schema: schema, actionType: type),
      from: SessionCandidate(keeping: 0..<1), width: 1
    ) { candidates in
      for (index, candidate) in candidates.enumerated() {
        guard let bytes = candidate.actions[0] else { continue }
        var decoder = RecordDecoder(bytes)
        guard let value = try? decoder.decodeValue(of: type, in: schema),
          case .product(let parts) = value, case .string(let text) = parts[0],
          case .signed(let number) = parts[1], text.count >= 5, number > 41
        else { continue }
        best = value
        return (index, 1)
      }
      return nil
    }
    shrinker.run()
    #expect(best == .product([.string("aaaaa"), .signed(42)]))
  }
}
