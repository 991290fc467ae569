import Foundation
import UIKit

extension SightingsFeature.State {
  /// The number of species, and of rare birds.
  var summary: Named<Int> {
    let rare = sightings.filter { $0.sighting.mark == .rare }.count
    let count = sightings.map(\.sighting).species.count
    let name = String(localized: "\(count) species", comment: "The number of species.")
    return Named(name: name, value: rare)
  }

  /// The page of the app in the system's settings.
  var settings: URL? { URL(string: UIApplication.openSettingsURLString) }

  /// The title of the list.
  var title: String { String(localized: LocalizedStringResource("\(sightings.count) sightings")) }

  /// The folder that the app shares with its widgets.
  var folder: URL? {
    FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.birds")
  }
}
