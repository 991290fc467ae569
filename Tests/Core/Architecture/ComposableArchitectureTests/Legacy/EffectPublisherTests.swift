@_spi(Internals) import ComposableArchitecture
import Issues
import Testing

@Suite("Effects of sequences of actions")
struct EffectPublisherTests {
  private struct Lost: Error {}

  @Test("The effect sends the elements of the sequence, and ends with it")
  func elements() async {
    let effect = Effect<Int>.publisher {
      AsyncStream { continuation in
        for number in 1...3 { continuation.yield(number) }
        continuation.finish()
      }
      .map { $0 * 10 }
    }
    var actions: [Int] = []
    for await action in effect.actions { actions.append(action) }
    #expect(actions == [10, 20, 30])
  }

  @Test("Canceling the effect ends the iteration")
  func cancellation() async {
    let (ends, ending) = AsyncStream.makeStream(of: Bool.self)
    let effect = Effect<Int>.publisher {
      AsyncStream { continuation in
        continuation.yield(1)
        continuation.onTermination = { _ in ending.yield(true) }
      }
    }
    for await _ in effect.actions { break }
    #expect(await ends.first { _ in true } == true)
  }

  @Test("An error of the sequence ends the effect, and is reported at the effect")
  func error() async {
    let line: UInt = #line + 1
    let effect = Effect<Int>.publisher {
      AsyncThrowingStream { continuation in
        continuation.yield(1)
        continuation.finish(throwing: Lost())
      }
    }
    await withKnownIssue {
      var actions: [Int] = []
      for await action in effect.actions { actions.append(action) }
      #expect(actions == [1])
    } matching: { issue in
      issue.description.contains("Lost()") && issue.sourceLocation?.line == Int(line)
    }
  }
}
