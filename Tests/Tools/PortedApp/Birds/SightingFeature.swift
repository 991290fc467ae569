import ComposableArchitecture
import SwiftUI

#if os(iOS)
  @Reducer
  struct SightingFeature {
    @ObservableState
    struct State: Equatable, Identifiable {
      var sighting: Sighting
      var tags: [Named<Int>] = []
      var id: UUID { sighting.id }
    }

    enum Action: BindableAction, ViewAction {
      case binding(BindingAction<State>)
      case placed(latitude: Double)
      case view(View)

      @CasePathable
      enum View {
        case markTapped(Mark)
        case placeTapped
      }
    }

    @Dependency(\.locationClient) var locationClient

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding:
          return .none
        case .placed(let latitude):
          state.tags.append(Named(name: "latitude", value: Int(latitude)))
          return .none
        case .view(.markTapped(let mark)):
          state.sighting.mark = mark
          return .none
        case .view(.placeTapped):
          return .run { send in
            let place = try await locationClient.place()
            await send(.placed(latitude: place.latitude))
          }
        }
      }
    }
  }

  @ViewAction(for: SightingFeature.self)
  struct SightingView: View {
    @Bindable var store: StoreOf<SightingFeature>

    var body: some View {
      Form {
        TextField("Species", text: $store.sighting.species)
        ForEach(Mark.allCases, id: \.self) { mark in
          Button(mark.rawValue) { send(.markTapped(mark)) }
            .buttonStyle(ChipStyle())
        }
      }
    }
  }

  #Preview("A sighting") {
    SightingView(
      store: Store(initialState: .init(sighting: .init(id: UUID(), species: "Owl"))) {
        SightingFeature()
      })
  }
#endif
