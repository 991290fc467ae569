import ComposableArchitecture
import Dispatch
import Testing

@MainActor
@Suite("The place where an effect starts")
struct EffectStartTests {
  private let places = Texts()

  /// Returns the places where the work of effects notes that it started.
  private func places(of effects: Effect<Bool>...) async -> [String] {
    let store = Store(initialState: 0) {
      Reduce<Int, Bool> { _, isFirst in isFirst ? .merge(effects) : .none }
    }
    await store.send(true).finish()
    return places.all
  }

  @Test("An effect starts on the main actor, whatever its operation captures")
  func captures() async {
    let places = places
    let isolated = await self.places(
      of: .run { _ in places.append(place()) },
      .run { @MainActor [places] _ in places.append(place()) },
      .run { @MainActor [weak places] _ in places?.append(place()) },
      .run(operation: noting(places)))
    #expect(isolated == Array(repeating: "main queue", count: 4))
  }

  @Test("The work of 'task' starts on the main actor, also with a capture list")
  func task() async {
    let places = places
    let isolated = await self.places(
      of: .task {
        places.append(place())
        return false
      },
      .task { [places] in
        places.append(place())
        return false
      })
    #expect(isolated == ["main queue", "main queue"])
  }

  @Test("The compiler moves an operation with a capture list off the main actor")
  func captureLists() async {
    // If this test fails, correct the pages that name it, and the comment of 'run'.
    let places = places
    let elsewhere = await self.places(
      of: .run { [places] _ in places.append(place()) },
      .run { [weak places] _ in places?.append(place()) },
      .run { @Sendable [places] _ in places.append(place()) })
    #expect(elsewhere == Array(repeating: "other queue", count: 3))
  }
}

/// Returns an operation that is not written at its effect.
private func noting(_ places: Texts) -> @Sendable (Send<Bool>) async -> Void {
  { _ in places.append(place()) }
}

private func place() -> String {
  DispatchQueue.getSpecific(key: mainQueueMark) == nil ? "other queue" : "main queue"
}

private let mainQueueMark = {
  let key = DispatchSpecificKey<Void>()
  DispatchQueue.main.setSpecific(key: key, value: ())
  return key
}()
