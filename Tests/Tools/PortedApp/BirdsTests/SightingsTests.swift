import ComposableArchitecture
import CoreLocation
import SwiftUI
import Testing

@testable import Birds

@MainActor
struct SightingsTests {
  @Test func adding() async {
    let store = TestStore(initialState: SightingsFeature.State()) {
      SightingsFeature()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.addTapped(species: "Owl")) {
      $0.sightings = [
        SightingFeature.State(sighting: Sighting(id: UUID(0), species: "Owl"))
      ]
    }
    #expect(store.state.summary == Named(name: "1 species", value: 0))
  }

  @Test func moving() async {
    let states = ["Owl", "Rook", "Wren"].enumerated().map {
      SightingFeature.State(sighting: Sighting(id: UUID($0.offset), species: $0.element))
    }
    let store = TestStore(
      initialState: SightingsFeature.State(sightings: IdentifiedArray(uniqueElements: states))
    ) {
      SightingsFeature()
    }
    await store.send(.moved([0], 3)) {
      $0.sightings = [states[1], states[2], states[0]]
    }
  }

  @Test func deniedAccess() async {
    let store = TestStore(initialState: SightingsFeature.State()) {
      SightingsFeature()
    } withDependencies: {
      $0.locationClient.requestAccess = { .denied }
    }
    await store.send(.opened)
    await store.receive(\.accessChanged) {
      $0.access = .denied
      $0.alert = .denied
    }
  }

  @Test func place() async {
    let sighting = Sighting(id: UUID(0), species: "Owl")
    let store = TestStore(initialState: SightingFeature.State(sighting: sighting)) {
      SightingFeature()
    } withDependencies: {
      $0.locationClient.place = { CLLocationCoordinate2D(latitude: 52, longitude: 13) }
    }
    await store.send(\.view.markTapped, .rare) { $0.sighting.mark = .rare }
    await store.send(\.view.placeTapped)
    await store.receive(\.placed) { $0.tags = [Named(name: "latitude", value: 52)] }
  }

  @Test func colors() {
    #expect(Mark.common.color == .green)
    #expect(Mark.rare.color != Color.green)
  }

  @Test func drawing() {
    let renderer = ImageRenderer(content: SightingsPreviews.previews)
    #expect(renderer.uiImage != nil)
  }
}
