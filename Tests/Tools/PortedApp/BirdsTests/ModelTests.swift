import XCTest

@testable import Birds

final class ModelTests: XCTestCase {
  func testSpecies() {
    let names = ["Owl", "Rook", "Owl"]
    let sightings = names.map { Sighting(id: UUID(), species: $0) }
    XCTAssertEqual(sightings.species, ["Owl", "Rook"])
  }

  func testDigests() {
    XCTAssertEqual(
      digests(of: String(repeating: "owl", count: 40)),
      [
        "MD5 digest: 43511c7f8fd62de537446e51a3ea3f60",
        "SHA1 digest: 82ced7171944088e10926a06de772836f12cca96",
        "SHA512 digest: 49abf516e1fb3e264f68c4ab0bbb3efb81a4662a9f466ffe71d5efc2cdd1ef18"
          + "c00e21322bdd93e06742497a3b4b1593d4b55fcc0d06e509eab41afdec7a42a1",
        "988e88a1b1e9e90713c812593ffb5debf33bd03ef4e64969e7f3cab92f603835",
      ])
  }

  func testKeptSpecies() throws {
    let defaults = try XCTUnwrap(UserDefaults(suiteName: "Birds"))
    keep("Owl", in: defaults)
    XCTAssertEqual(defaults.value(forKey: "species") as? String, "Owl")
    defaults.removeObject(forKey: "species")
  }

  func testGarden() {
    XCTAssertTrue(SightingsFeature.State().isGarden)
  }
}
