package import ComposableArchitecture

/// What a pedometer has counted since it last told.
@Recordable
package struct PedometerReading: Equatable, Sendable {
  /// The steps.
  package var steps: Int
  /// The way, in metres.
  package var distance: Double

  /// Creates a reading.
  package init(steps: Int, distance: Double) {
    self.steps = steps
    self.distance = distance
  }
}

/// Counts steps.
@DependencyClient
package struct PedometerClient: Sendable {
  /// What is counted from now on, as long as somebody listens.
  package var readings: @Sendable () -> AsyncStream<PedometerReading> = { .finished }
}

extension PedometerClient: DependencyKey {
  /// A pedometer of somebody who walks two steps a second.
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

  /// A pedometer that fails the test which uses it.
  package static let testValue = PedometerClient()
}

extension DependencyValues {
  /// Counts steps.
  package var pedometer: PedometerClient {
    get { self[PedometerClient.self] }
    set { self[PedometerClient.self] = newValue }
  }
}
