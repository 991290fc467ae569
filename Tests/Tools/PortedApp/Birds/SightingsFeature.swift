import ComposableArchitecture
import SwiftUI

@Reducer
struct SightingsFeature {
  @ObservableState
  struct State: Equatable {
    var sightings: IdentifiedArrayOf<SightingFeature.State> = []
    var access = CLAuthorizationStatus.notDetermined
    @Presents var alert: AlertState<Action.Alert>?
    #if GARDEN
      var isGarden = true
    #else
      var isForest = true
    #endif
  }

  enum Action {
    case accessChanged(CLAuthorizationStatus)
    case addTapped(species: String)
    case alert(PresentationAction<Alert>)
    case moved(IndexSet, Int)
    case opened
    case settingsTapped
    case sightings(IdentifiedActionOf<SightingFeature>)

    enum Alert: Equatable { case settings }
  }

  @Dependency(\.locationClient) var locationClient
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .accessChanged(let access):
        state.access = access
        if access == .denied { state.alert = .denied }
        return .none
      case .addTapped(let species):
        let sighting = Sighting(id: uuid(), species: species)
        state.sightings.append(SightingFeature.State(sighting: sighting))
        return .none
      case .alert(.presented(.settings)):
        return .send(.settingsTapped)
      case .alert, .sightings:
        return .none
      case .moved(let source, let destination):
        state.sightings.move(fromOffsets: source, toOffset: destination)
        return .none
      case .opened:
        return .run { send in
          await send(.accessChanged(locationClient.requestAccess()))
        }
      case .settingsTapped:
        return .run { _ in
          guard let url = await URL(string: UIApplication.openSettingsURLString) else { return }
          await UIApplication.shared.open(url)
          await UIImpactFeedbackGenerator(style: .light).impactOccurred()
        }
      }
    }
    .forEach(\.sightings, action: \.sightings) { SightingFeature() }
    .ifLet(\.$alert, action: \.alert)
  }
}

extension AlertState where Action == SightingsFeature.Action.Alert {
  static var denied: Self {
    AlertState {
      TextState("Where are you?")
    } actions: {
      ButtonState(action: .settings) { TextState("Settings") }
    }
  }
}

struct SightingsView: View {
  let store: StoreOf<SightingsFeature>

  var body: some View {
    List {
      ForEach(store.scope(state: \.sightings, action: \.sightings)) { store in
        SightingView(store: store)
      }
      .onMove { store.send(.moved($0, $1)) }
    }
    .task { await store.send(.opened).finish() }
  }

  @ViewBuilder
  private func badge(_ count: Int) -> some View {
    if count > 0 { Text("\(count)").font(Mark.rare.font) }
  }
}

struct SightingsPreviews: PreviewProvider {
  static var previews: some View {
    SightingsView(store: Store(initialState: SightingsFeature.State()) { SightingsFeature() })
  }
}
