import Foundation

extension SightingsFeature.State {
  /// The number of species, and of rare birds.
  var summary: Named<Int> {
    let rare = sightings.filter { $0.sighting.mark == .rare }.count
    let count = sightings.map(\.sighting).species.count
    let name = String(localized: "\(count) species", comment: "The number of species.")
    return Named(name: name, value: rare)
  }
}
