import ComposableArchitecture
import Foundation
import Testing

@MainActor
struct CaseStudiesTests {
  @Test
  func twoCounters() async {
    let store = TestStore(initialState: TwoCounters.State()) { TwoCounters() }
    await store.send(\.counter1.incrementButtonTapped) {
      $0.counter1.count = 1
    }
    await store.send(\.counter2.decrementButtonTapped) {
      $0.counter2.count = -1
    }
  }

  @Test
  func optionalCounter() async {
    let store = TestStore(initialState: TwoCounters.State()) { TwoCounters() }
    await store.send(.toggleButtonTapped) {
      $0.optional = CounterDemo.State()
    }
    await store.send(\.optional.incrementButtonTapped) {
      $0.optional?.count = 1
    }
    await store.send(.toggleButtonTapped) {
      $0.optional = nil
    }
  }

  @Test
  func alert() async {
    let store = TestStore(initialState: AlertAndConfirmationDialog.State()) {
      AlertAndConfirmationDialog()
    }
    await store.send(.alertButtonTapped) {
      $0.alert = AlertState {
        TextState("Alert!")
      } actions: {
        ButtonState(role: .cancel) {
          TextState("Cancel")
        }
        ButtonState(action: .incrementButtonTapped) {
          TextState("Increment")
        }
      } message: {
        TextState("This is an alert")
      }
    }
    await store.send(\.alert.incrementButtonTapped) {
      $0.alert = AlertState { TextState("Incremented!") }
      $0.count = 1
    }
    await store.send(\.alert.dismiss) {
      $0.alert = nil
    }
  }

  @Test
  func confirmationDialog() async {
    let store = TestStore(initialState: AlertAndConfirmationDialog.State()) {
      AlertAndConfirmationDialog()
    }
    store.exhaustivity = .off
    await store.send(.confirmationDialogButtonTapped)
    await store.send(\.confirmationDialog.decrementButtonTapped) {
      $0.alert = AlertState { TextState("Decremented!") }
      $0.confirmationDialog = nil
      $0.count = -1
    }
    await store.send(\.alert.dismiss) {
      $0.alert = nil
    }
  }

  @Test
  func bindingForm() async {
    let store = TestStore(initialState: BindingForm.State()) { BindingForm() }
    await store.send(\.binding.sliderValue, 2) {
      $0.sliderValue = 2
    }
    await store.send(\.binding.stepCount, 1) {
      $0.sliderValue = 1
      $0.stepCount = 1
    }
    await store.send(.set(\.text, "Blob")) {
      $0.text = "Blob"
    }
    await store.send(.binding(.set(\.toggleIsOn, true))) {
      $0.toggleIsOn = true
    }
    await store.send(.resetButtonTapped) {
      $0 = BindingForm.State()
    }
  }

  @Test
  func bindingThroughTheStore() {
    let store = Store(initialState: BindingForm.State()) { BindingForm() }
    store.stepCount = 3
    store.text = "Blob"
    #expect(store.sliderValue == 3)
    #expect(store.text == "Blob")
  }

  @Test
  func addRow() async {
    let store = TestStore(initialState: Nested.State(id: UUID(100))) {
      Nested()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.addRowButtonTapped) {
      $0.rows = [Nested.State(id: UUID(0))]
    }
    await store.send(\.rows[id: UUID(0)].addRowButtonTapped) {
      $0.rows[id: UUID(0)]?.rows = [Nested.State(id: UUID(1))]
    }
  }

  @Test
  func changeName() async {
    let store = TestStore(
      initialState: Nested.State(
        id: UUID(0), rows: [Nested.State(id: UUID(1), rows: [Nested.State(id: UUID(2))])])
    ) {
      Nested()
    }
    await store.send(.nameTextFieldChanged("Blob")) {
      $0.name = "Blob"
    }
    await store.send(\.rows[id: UUID(1)].rows[id: UUID(2)].nameTextFieldChanged, "Blob Jr.") {
      $0.rows[id: UUID(1)]?.rows[id: UUID(2)]?.name = "Blob Jr."
    }
  }

  @Test
  func deleteRow() async {
    let store = TestStore(
      initialState: Nested.State(
        id: UUID(0),
        rows: [Nested.State(id: UUID(1)), Nested.State(id: UUID(2)), Nested.State(id: UUID(3))])
    ) {
      Nested()
    }
    await store.send(.onDelete([1])) {
      $0.rows.remove(id: UUID(2))
    }
  }

  @Test
  func refreshHappyPath() async {
    let store = TestStore(initialState: Refreshable.State()) {
      Refreshable()
    } withDependencies: {
      $0.numberFact = { "\($0) is a good number." }
    }
    await store.send(.incrementButtonTapped) {
      $0.count = 1
    }
    await store.send(.refresh)
    await store.receive(\.factResponse.success) {
      $0.fact = "1 is a good number."
    }
  }

  @Test
  func refreshUnhappyPath() async {
    struct FactError: Equatable, Error {}
    let store = TestStore(initialState: Refreshable.State()) {
      Refreshable()
    } withDependencies: {
      $0.numberFact = { _ in throw FactError() }
    }
    await store.send(.refresh)
    await store.receive(\.factResponse.failure)
  }

  @Test
  func refreshCancellation() async {
    let store = TestStore(initialState: Refreshable.State()) {
      Refreshable()
    } withDependencies: {
      $0.numberFact = { _ in try await Task.never() }
    }
    await store.send(.refresh)
    await store.send(.cancelButtonTapped)
  }

  @Test
  func longLivingEffect() async {
    let (screenshots, takeScreenshot) = AsyncStream.makeStream(of: Void.self)
    let store = TestStore(initialState: Refreshable.State()) {
      Refreshable()
    } withDependencies: {
      $0.screenshots = { screenshots }
    }
    let task = await store.send(.task)
    takeScreenshot.yield()
    await store.receive(\.userDidTakeScreenshotNotification) {
      $0.screenshots = 1
    }
    await task.cancel()
    takeScreenshot.yield()
  }
}
