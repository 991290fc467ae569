import ComposableArchitecture
import SessionReplay
import Testing

@Suite("The steps that may have sent an action")
struct EffectSendersTests {
  private typealias Effect = ComposableArchitecture.Effect<Int>

  private static func accepts(
    _ senders: inout EffectSenders<Int>, _ action: Int, from step: UInt64
  ) -> Bool {
    withUnsafePointer(to: action) { action in
      senders.isSender(
        of: ReplayedStep(number: 100, origin: .received(startedBy: step)), action, isRedacted: false
      )
    }
  }

  private static func note(_ senders: inout EffectSenders<Int>, _ number: UInt64, _ effect: Effect)
  {
    senders.note(number, effect, sending: effect.sentActions)
  }

  @Test("An effect that only sends actions may have sent each of them once, in order")
  func sends() {
    var senders = EffectSenders<Int>()
    Self.note(&senders, 1, .merge(.send(1), .send(2), .send(3)))
    #expect(!Self.accepts(&senders, 4, from: 1))
    #expect(Self.accepts(&senders, 1, from: 1))
    #expect(!Self.accepts(&senders, 1, from: 1))
    #expect(Self.accepts(&senders, 3, from: 1))
    #expect(!Self.accepts(&senders, 2, from: 1))
  }

  @Test("An effect that runs work may have sent any action at any time")
  func work() {
    var senders = EffectSenders<Int>()
    Self.note(&senders, 1, .concatenate(.send(1), .run { _ in }))
    #expect(Self.accepts(&senders, 7, from: 1))
    #expect(Self.accepts(&senders, 7, from: 1))
  }

  @Test("A step without an effect, or with only a cancellation, has sent no action")
  func none() {
    var senders = EffectSenders<Int>()
    Self.note(&senders, 2, .cancel(id: "timer"))
    #expect(!Self.accepts(&senders, 1, from: 1))
    #expect(!Self.accepts(&senders, 1, from: 2))
  }

  @Test("A step before a gap may have sent any action")
  func gap() {
    var senders = EffectSenders<Int>()
    senders.begin(at: 10)
    #expect(Self.accepts(&senders, 1, from: 9))
    #expect(!Self.accepts(&senders, 1, from: 10))
  }
}
