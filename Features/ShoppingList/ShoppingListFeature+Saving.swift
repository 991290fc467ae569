import ComposableArchitecture

extension ShoppingListFeature {
  /// The time without edits after which the list is saved.
  package static let saveDelay = Duration.seconds(1)

  private enum CancelID { case saveTimer, save }

  /// To keep typing cheap, a running timer is restarted only when it fires.
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

  func finishEdit(_ state: inout State) -> Effect<Action> {
    guard case .due = state.saveStatus else { return .none }
    return .merge(.cancel(id: CancelID.saveTimer), startSave(&state))
  }

  func save(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch (action, state.saveStatus) {
    case (.saveProducts, .idle), (.saveTimerFired, .due(isEditedSince: false)):
      return startSave(&state)
    case (.saveProducts, .due), (.saveAtEnd, .due):
      return finishEdit(&state)
    case (.saveAtEnd, .saving):
      // Start immediately: the save in progress may not finish before the app exits. If it has not
      // written its list yet, it must not replace the newer list.
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
    .cancellable(id: CancelID.save, cancelInFlight: true)
  }
}
