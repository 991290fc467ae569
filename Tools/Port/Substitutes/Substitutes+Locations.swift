extension Substitutes {
  static let locations: [Substitute] = [
    Substitute(
      names: [
        "CLLocation", "CLLocationCoordinate2D", "CLLocationDegrees", "CLLocationDistance",
        "CLLocationAccuracy", "CLLocationDirection", "CLLocationSpeed",
        "CLLocationDirectionAccuracy", "CLLocationSpeedAccuracy",
        "CLLocationDistanceMax", "kCLLocationAccuracyBest", "CLFloor", "CLHeadingComponentValue",
      ],
      text: """
        public typealias CLLocationDegrees = Double
        public typealias CLLocationDistance = Double
        public typealias CLLocationAccuracy = Double
        public typealias CLLocationDirection = Double
        public typealias CLLocationDirectionAccuracy = Double
        public typealias CLLocationSpeed = Double
        public typealias CLLocationSpeedAccuracy = Double
        public typealias CLHeadingComponentValue = Double
        public let kCLLocationAccuracyBest = -1.0
        public let kCLLocationAccuracyBestForNavigation = -2.0
        public let kCLLocationAccuracyNearestTenMeters = 10.0
        public let kCLLocationAccuracyHundredMeters = 100.0
        public let kCLLocationAccuracyKilometer = 1000.0
        public let CLLocationDistanceMax = Double.greatestFiniteMagnitude
        public let kCLDistanceFilterNone = -1.0
        public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(
          latitude: -180, longitude: -180)

        @Recordable public struct CLLocationCoordinate2D: Sendable {
          public var latitude: CLLocationDegrees
          public var longitude: CLLocationDegrees
          public init() { (latitude, longitude) = (0, 0) }
          public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
            (self.latitude, self.longitude) = (latitude, longitude)
          }
        }

        public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
          abs(coordinate.latitude) <= 90 && abs(coordinate.longitude) <= 180
        }

        public struct CLFloor: Hashable, Sendable { public let level: Int }

        public final class CLLocation: NSObject, @unchecked Sendable {
          public let coordinate: CLLocationCoordinate2D
          public let altitude: CLLocationDistance
          public let horizontalAccuracy: CLLocationAccuracy
          public let verticalAccuracy: CLLocationAccuracy
          public let course: CLLocationDirection
          public let courseAccuracy: CLLocationDirectionAccuracy
          public let speed: CLLocationSpeed
          public let speedAccuracy: CLLocationSpeedAccuracy
          public let timestamp: Date
          public let floor: CLFloor? = nil
          public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
            self.init(
              coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
              altitude: 0, horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date())
          }
          public convenience init(
            coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
            horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy,
            timestamp: Date
          ) {
            self.init(
              coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
              verticalAccuracy: verticalAccuracy, course: -1, speed: -1, timestamp: timestamp)
          }
          public convenience init(
            coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
            horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy,
            course: CLLocationDirection, speed: CLLocationSpeed, timestamp: Date
          ) {
            self.init(
              coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
              verticalAccuracy: verticalAccuracy, course: course, courseAccuracy: -1, speed: speed,
              speedAccuracy: -1, timestamp: timestamp)
          }
          public init(
            coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
            horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy,
            course: CLLocationDirection, courseAccuracy: CLLocationDirectionAccuracy,
            speed: CLLocationSpeed, speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date
          ) {
            self.coordinate = coordinate
            self.altitude = altitude
            self.horizontalAccuracy = horizontalAccuracy
            self.verticalAccuracy = verticalAccuracy
            self.course = course
            self.courseAccuracy = courseAccuracy
            self.speed = speed
            self.speedAccuracy = speedAccuracy
            self.timestamp = timestamp
          }
          /// The distance on a sphere, which differs from the system's by at most half a percent.
          public func distance(from other: CLLocation) -> CLLocationDistance {
            let (one, two) = (coordinate, other.coordinate)
            let (dy, dx) = (
              (two.latitude - one.latitude) * .pi / 180, (two.longitude - one.longitude) * .pi / 180
            )
            let a =
              sin(dy / 2) * sin(dy / 2) + cos(one.latitude * .pi / 180)
              * cos(two.latitude * .pi / 180) * sin(dx / 2) * sin(dx / 2)
            return 6_371_008.8 * 2 * atan2(a.squareRoot(), (1 - a).squareRoot())
          }
          public override func isEqual(_ other: Any?) -> Bool {
            guard let other = other as? CLLocation else { return false }
            return coordinate.latitude == other.coordinate.latitude
              && coordinate.longitude == other.coordinate.longitude && altitude == other.altitude
              && horizontalAccuracy == other.horizontalAccuracy
              && verticalAccuracy == other.verticalAccuracy && course == other.course
              && speed == other.speed && timestamp == other.timestamp
          }
          public override var hash: Int { timestamp.hashValue }
        }

        """),
    enumeration(
      "CLAuthorizationStatus", of: "Int32, Codable",
      "notDetermined = 0, restricted, denied, authorizedAlways, authorizedWhenInUse"),
    enumeration("CLAccuracyAuthorization", of: "Int, Codable", "fullAccuracy = 0, reducedAccuracy"),
    enumeration(
      "CLActivityType", of: "Int",
      "other = 1, automotiveNavigation, fitness, otherNavigation, airborne"),
    enumeration(
      "CLDeviceOrientation", of: "Int32",
      "unknown = 0, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown"),
    enumeration("CLProximity", of: "Int", "unknown = 0, immediate, near, far"),
    enumeration("CLRegionState", of: "Int", "unknown = 0, inside, outside"),
    Substitute(
      names: ["CLRegion", "CLCircularRegion"],
      text: """
        open class CLRegion: NSObject, @unchecked Sendable {
          public let identifier: String
          public var notifyOnEntry = true
          public var notifyOnExit = true
          public init(identifier: String) { self.identifier = identifier }
        }

        public final class CLCircularRegion: CLRegion, @unchecked Sendable {
          public let center: CLLocationCoordinate2D
          public let radius: CLLocationDistance
          public init(
            center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String
          ) {
            (self.center, self.radius) = (center, radius)
            super.init(identifier: identifier)
          }
          public func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
            let one = CLLocation(latitude: center.latitude, longitude: center.longitude)
            let other = CLLocation(
              latitude: coordinate.latitude, longitude: coordinate.longitude)
            return one.distance(from: other) <= radius
          }
        }

        """),
    Substitute(
      names: ["MKCoordinateRegion", "MKCoordinateSpan"],
      text: """
        @Recordable public struct MKCoordinateSpan: Sendable {
          public var latitudeDelta: CLLocationDegrees
          public var longitudeDelta: CLLocationDegrees
          public init() { (latitudeDelta, longitudeDelta) = (0, 0) }
          public init(latitudeDelta: CLLocationDegrees, longitudeDelta: CLLocationDegrees) {
            (self.latitudeDelta, self.longitudeDelta) = (latitudeDelta, longitudeDelta)
          }
        }

        @Recordable public struct MKCoordinateRegion: Sendable {
          public var center: CLLocationCoordinate2D
          public var span: MKCoordinateSpan
          public init() { (center, span) = (CLLocationCoordinate2D(), MKCoordinateSpan()) }
          public init(center: CLLocationCoordinate2D, span: MKCoordinateSpan) {
            (self.center, self.span) = (center, span)
          }
          public init(
            center: CLLocationCoordinate2D, latitudinalMeters: CLLocationDistance,
            longitudinalMeters: CLLocationDistance
          ) {
            self.center = center
            let metersPerDegree = 111_319.5
            let shrink = max(0.01, cos(center.latitude * .pi / 180))
            span = MKCoordinateSpan(
              latitudeDelta: latitudinalMeters / metersPerDegree,
              longitudeDelta: longitudinalMeters / metersPerDegree / shrink)
          }
        }

        """),
    enumeration("MKUserTrackingMode", of: "Int", "none = 0, follow, followWithHeading"),
    Substitute(
      names: ["MKAnnotation", "MKPointAnnotation"],
      text: """
        public protocol MKAnnotation: AnyObject {
          var coordinate: CLLocationCoordinate2D { get }
          var title: String? { get }
          var subtitle: String? { get }
        }
        extension MKAnnotation {
          public var title: String? { nil }
          public var subtitle: String? { nil }
        }

        open class MKPointAnnotation: NSObject, MKAnnotation, @unchecked Sendable {
          public var coordinate = CLLocationCoordinate2D()
          public var title: String?
          public var subtitle: String?
        }

        """),
  ]
}
