import DrawnEffects
import Testing

@Suite("Drawn effects")
struct DrawnEffectTests {
  @Test("Equal seeds result in equal effects, and adjacent seeds in different effects")
  func seeds() {
    #expect((0..<50).allSatisfy { drawnEffectText(seed: $0) == drawnEffectText(seed: $0) })
    #expect(Set((0..<200).map(drawnEffectText)).count > 190)
  }

  @Test("Each kind of work is drawn, at the top and within other work")
  func kinds() {
    let kinds = [
      "find", "report", "refuse", "tally", "send", "sleep", "wait", "yield", "hop", "stream",
      "sequence", "group", "patientGroup", "race", "pair", "abandoned", "retry", "cleanUp",
      "cancel", "scope", "handler", "task", "awaitedTask", "canceledTask", "detached",
      "awaitedDetached", "onActor",
    ]
    let text = (0..<500).map(drawnEffectText).joined()
    for kind in kinds {
      #expect(text.contains(".\(kind)"), "\(kind)")
    }
  }

  @Test("Some effects can be canceled by an identity, and some of these cancel effects in flight")
  func identities() {
    let effects = (0..<100).map(drawnEffectText)
    let ends =
      [", id: nil, cancelsInFlight: true)"]
      + (0...2).map { ", id: Optional(\($0)), cancelsInFlight: false)" }
    for end in ends {
      #expect(effects.contains { $0.hasSuffix(end) }, "\(end)")
    }
  }
}
