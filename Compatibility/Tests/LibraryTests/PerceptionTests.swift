import ComposableArchitecture
import Testing

@Perceptible
private final class Meter {
  var reading = 0
}

@MainActor
struct PerceptionTests {
  @Test("A perceptible class reports the first change of what was read")
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

  @Test("Content that tracks perception is the content itself")
  func content() {
    let meter = Meter()
    #expect(WithPerceptionTracking { "\(meter.reading)" } == "0")
  }

  @Test("Values that follow perceptible state are a sequence")
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
