package import ComposableArchitecture

/// The steps and the distance that a pedometer counted since its previous reading.
@Recordable
package struct PedometerReading: Equatable, Sendable {
  package var steps: Int
  /// The distance, in meters.
  package var distance: Double

  package init(steps: Int, distance: Double) {
    self.steps = steps
    self.distance = distance
  }
}

/// Counts steps.
@DependencyClient
package struct PedometerClient: Sendable {
  /// Returns a stream of readings that starts now and ends when the consumer stops listening.
  package var readings: @Sendable () -> AsyncStream<PedometerReading> = { .finished }
}

extension PedometerClient: DependencyKey {
  /// A simulated pedometer that counts two steps a second.
  package static let liveValue = PedometerClient {
    @Dependency(\.continuousClock) var clock
    return AsyncStream { continuation in
      let walk = Task { [clock] in
        for await _ in clock.timer(interval: .seconds(1)) {
          continuation.yield(PedometerReading(steps: 2, distance: 1.5))
        }
      }
      continuation.onTermination = { _ in walk.cancel() }
    }
  }

  /// A pedometer that fails the test when used.
  package static let testValue = PedometerClient()
}

extension DependencyValues {
  package var pedometer: PedometerClient {
    get { self[PedometerClient.self] }
    set { self[PedometerClient.self] = newValue }
  }
}
