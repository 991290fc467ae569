import ComposableArchitecture
import CoreLocation

@DependencyClient
struct LocationClient: Sendable {
  var requestAccess: @Sendable () async -> CLAuthorizationStatus = { .denied }
  var place: @Sendable () async throws -> CLLocationCoordinate2D
  var configure: @Sendable (_ request: CLLocationManagerRequest) -> Void
}

extension LocationClient: DependencyKey {
  static let liveValue: LocationClient = {
    let walker = Walker()
    return LocationClient(
      requestAccess: { await walker.access() },
      place: { try await walker.next() },
      configure: { walker.manager.desiredAccuracy = $0.accuracy })
  }()

  static let testValue = LocationClient()
}

extension DependencyValues {
  var locationClient: LocationClient {
    get { self[LocationClient.self] }
    set { self[LocationClient.self] = newValue }
  }
}

/// Waits for one place.
private final class Walker: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
  let manager = CLLocationManager()
  private var waiting: CheckedContinuation<CLLocationCoordinate2D, any Error>?

  func access() async -> CLAuthorizationStatus {
    manager.requestWhenInUseAuthorization()
    return manager.authorizationStatus
  }

  func next() async throws -> CLLocationCoordinate2D {
    try await withCheckedThrowingContinuation { waiting in
      self.waiting = waiting
      manager.requestLocation()
    }
  }
}
