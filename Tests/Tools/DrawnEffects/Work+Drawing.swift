extension DrawnEffect {
  /// Draws an effect. Equal seeds result in equal effects.
  init(seed: Int) {
    var drawing = Drawing(seed: seed)
    let parts = (0...drawing.below(3)).map { _ in drawing.work(depth: 3) }
    self.init(
      work: .sequence(parts), id: drawing.below(3) == 0 ? drawing.below(3) : nil,
      cancelsInFlight: drawing.below(2) == 0)
  }
}

/// Returns the description of the effect that is drawn from a seed.
package func drawnEffectText(seed: Int) -> String { "\(DrawnEffect(seed: seed))" }

/// A generator of effects (SplitMix64).
private struct Drawing {
  private var state: UInt64

  /// Creates a generator. Different seeds start at distant states, not at consecutive ones.
  init(seed: Int) {
    state = UInt64(bitPattern: Int64(seed))
    for _ in 0..<2 { state = bits() }
  }

  mutating func below(_ limit: Int) -> Int { Int(bits() % UInt64(limit)) }

  private mutating func bits() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// Draws a part that contains further parts up to a depth.
  mutating func work(depth: Int) -> Work {
    guard depth > 0, below(5) > 1 else { return leaf() }
    let depth = depth - 1
    switch below(20) {
    case 0, 1: return .sequence(works(depth))
    case 2, 3: return .group(works(depth))
    case 4: return .patientGroup(works(depth))
    case 5, 6: return .race(works(depth))
    case 7: return .pair(work(depth: depth), work(depth: depth))
    case 8: return .abandoned(work(depth: depth), work(depth: depth))
    case 9: return .retry(work(depth: depth))
    case 10: return .cleanUp(work(depth: depth), below(9))
    case 11, 12:
      return .scope(below(3), cancelsInFlight: below(2) == 0, work(depth: depth))
    case 13: return .handler(work(depth: depth), below(9))
    case 14: return .task(work(depth: depth))
    case 15: return .awaitedTask(work(depth: depth))
    case 16: return .canceledTask(work(depth: depth), below(9))
    case 17: return .detached(work(depth: depth))
    case 18: return .awaitedDetached(work(depth: depth))
    default: return .onActor(work(depth: depth))
    }
  }

  private mutating func works(_ depth: Int) -> [Work] {
    (0...1 + below(2)).map { _ in work(depth: depth) }
  }

  private mutating func leaf() -> Work {
    switch below(16) {
    case 0, 1, 2: .find(below(9))
    case 3, 4: .report(below(9))
    case 5: .refuse(below(9))
    case 6: .tally(below(9))
    case 7, 8: .send(below(9))
    case 9, 10: .sleep(below(12))
    case 11: .wait(below(6))
    case 12: .yield(1 + below(4))
    case 13: .hop
    case 14: .stream(length: below(4), limit: 1 + below(4))
    default: .cancel(below(3))
    }
  }
}
