import Foundation

extension SightingsFeature.State {
  /// The number of species, and of rare birds.
  var summary: Named<Int> {
    let rare = sightings.filter { $0.sighting.mark == .rare }.count
    return Named(name: "\(sightings.map(\.sighting).species.count) species", value: rare)
  }
}
