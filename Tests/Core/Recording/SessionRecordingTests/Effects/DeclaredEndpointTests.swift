import ComposableArchitecture
import SessionRecording
import Testing

@Suite("Endpoints that reducers declare")
struct DeclaredEndpointTests {
  @Reducer
  struct Sharper {
    struct State {}
    enum Action { case polish }

    @Dependency(\.diceClient.polish) var polish

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      .run { _ in polish() }
    }
  }

  @Test("The endpoints of a client are found by a property for one endpoint")
  func endpoint() {
    let endpoints = CallableEndpoints.declared { Sharper().assemble() }
    #expect(endpoints.list.map(\.id.name).contains("DiceClient.polish"))
    #expect(endpoints.list.map(\.id.name).contains("DiceClient.roll"))
  }
}
