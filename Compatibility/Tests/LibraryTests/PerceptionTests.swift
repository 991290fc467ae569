import ComposableArchitecture
import Testing

@Perceptible
private final class Meter {
  var reading = 0
}

@MainActor
struct PerceptionTests {
  @Test("withPerceptionTracking reports the first change of an accessed property")
  func tracking() {
    let meter = Meter()
    let changes = LockIsolated(0)
    let reading = withPerceptionTracking {
      meter.reading
    } onChange: {
      changes.withValue { $0 += 1 }
    }
    #expect(reading == 0)
    meter.reading = 1
    meter.reading = 2
    #expect(changes.value == 1)
    let observable: any Perceptible = meter
    #expect(observable is Meter)
  }

  @Test("WithPerceptionTracking returns its content")
  func content() {
    let meter = Meter()
    #expect(WithPerceptionTracking { "\(meter.reading)" } == "0")
  }

  @Test("Perceptions is a sequence of the values of its closure")
  func sequence() async {
    let meter = Meter()
    var readings: [Int] = []
    for await reading in Perceptions({ meter.reading }) {
      readings.append(reading)
      if reading == 2 { break }
      meter.reading += 1
    }
    #expect(readings == [0, 1, 2])
  }
}
