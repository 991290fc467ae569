import CoreLocation
import CryptoKit
import SwiftUI

/// A bird that somebody has seen.
struct Sighting: Equatable, Identifiable, Sendable {
  let id: UUID
  var species: String
  var mark = Mark.unknown
  var place: CLLocationCoordinate2D?

  static func == (one: Sighting, other: Sighting) -> Bool {
    one.id == other.id && one.species == other.species && one.mark == other.mark
      && one.place?.latitude == other.place?.latitude
      && one.place?.longitude == other.place?.longitude
  }
}

enum Mark: String, CaseIterable, Codable, Sendable {
  case unknown, common, rare

  var color: Color {
    switch self {
    case .unknown: .gray
    case .common: .green
    case .rare: Color(red: 0.9, green: 0.2, blue: 0.1)
    }
  }

  var font: Font { self == .rare ? .headline : .body }
}

/// Digests of a text, with which sightings are compared between devices.
func digests(of text: String) -> [String] {
  let data = Data(text.utf8)
  var function = SHA256()
  function.update(data: data)
  let old = [
    Insecure.MD5.hash(data: data).description, Insecure.SHA1.hash(data: data).description,
    SHA512.hash(data: data).description,
  ]
  return old + [function.finalize().map { String(format: "%02hhx", $0) }.joined()]
}

/// Keeps the last species that somebody has seen.
func keep(_ species: String, in defaults: UserDefaults) {
  defaults.setValue(species, forKey: "species")
}

/// A value with a name, for lists of any kind.
struct Named<Value: Equatable & Sendable>: Equatable, Sendable {
  var name: String
  var value: Value
}

extension Array where Element == Sighting {
  var species: Set<String> { Set(map(\.species)) }
}

struct ChipStyle: ButtonStyle {
  func makeBody(configuration: Configuration) -> some View {
    configuration.label.padding(4).background(Capsule().stroke(Color.accentColor))
  }
}
