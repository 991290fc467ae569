import XCTest

@testable import Birds

final class ModelTests: XCTestCase {
  func testSpecies() {
    let names = ["Owl", "Rook", "Owl"]
    let sightings = names.map { Sighting(id: UUID(), species: $0) }
    XCTAssertEqual(sightings.species, ["Owl", "Rook"])
  }

  func testGarden() {
    XCTAssertTrue(SightingsFeature.State().isGarden)
  }
}
