import ComposableArchitecture

extension ShoppingListFeature {
  /// How long nothing is edited before a save.
  package static let saveDelay = Duration.seconds(1)

  private enum CancelID { case saveTimer }

  /// Notes that there is something to save.
  ///
  /// A timer that runs already is left to run, and starts again when it fires: typing costs nothing.
  func noteEdit(_ state: inout State) -> Effect<Action> {
    switch state.saveStatus {
    case .idle:
      return startTimer(&state)
    case .due:
      state.saveStatus = .due(isEditedSince: true)
    case .saving:
      state.saveStatus = .saving(isEditedSince: true)
    }
    return .none
  }

  /// Saves what there is to save without waiting any longer.
  func finishEdit(_ state: inout State) -> Effect<Action> {
    guard case .due = state.saveStatus else { return .none }
    return .merge(.cancel(id: CancelID.saveTimer), startSave(&state))
  }

  /// Saves, or waits, as an action about saving and the status demand.
  func save(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch (action, state.saveStatus) {
    case (.saveProducts, .idle), (.saveTimerFired, .due(isEditedSince: false)):
      return startSave(&state)
    case (.saveProducts, .due), (.saveAtEnd, .due):
      return finishEdit(&state)
    case (.saveAtEnd, .saving):
      // Not behind the one that is under way, which need not come to its end any more.
      return startSave(&state)
    case (.saveProducts, .saving):
      state.saveStatus = .saving(isEditedSince: true)
    case (.saveTimerFired, .due(isEditedSince: true)), (.saveEnded, .saving(isEditedSince: true)):
      return startTimer(&state)
    case (.saveEnded, .saving(isEditedSince: false)):
      state.saveStatus = .idle
    default:
      break
    }
    return .none
  }

  private func startTimer(_ state: inout State) -> Effect<Action> {
    state.saveStatus = .due(isEditedSince: false)
    return .run { [clock] send in
      try await clock.sleep(for: Self.saveDelay)
      await send(.saveTimerFired)
    }
    .cancellable(id: CancelID.saveTimer, cancelInFlight: true)
  }

  private func startSave(_ state: inout State) -> Effect<Action> {
    state.saveStatus = .saving(isEditedSince: false)
    let file = ShoppingListFile(storage: dataStorage)
    return .run { [products = state.products] send in
      if let name = try await file.save(products) {
        await send(.storageWarned(ShoppingListFile.warning(keptAs: name)))
      }
      await send(.saveEnded)
    } catch: { error, send in
      await send(.storageFailed("\(error)"))
      await send(.saveEnded)
    }
  }
}
