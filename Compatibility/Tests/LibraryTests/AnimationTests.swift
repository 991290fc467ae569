import ComposableArchitecture
import Testing

/// A sheet that uses every form of animation available to features.
@Reducer
private struct Sheet {
  struct State: Equatable { var saves = 0 }

  enum Action: Equatable, Sendable {
    case closeTapped(Animation?)
    case saveTapped(Animation)
    case saved
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .closeTapped(let animation):
        return .run { _ in await dismiss(animation: animation) }
      case .saveTapped(let animation):
        return .run { send in await send(.saved, animation: animation) }
          .animation(animation)
      case .saved:
        state.saves += 1
        return .none
      }
    }
  }
}

@Reducer
private struct Screen {
  struct State: Equatable { @Presents var sheet: Sheet.State? }
  enum Action { case sheet(PresentationAction<Sheet.Action>) }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$sheet, action: \.sheet) { Sheet() }
  }
}

@MainActor
struct AnimationTests {
  @Test("A sheet is dismissed with an animation")
  func dismissal() async {
    let store = TestStore(initialState: Screen.State(sheet: Sheet.State())) { Screen() }
    await store.send(\.sheet.closeTapped, .snappy)
    await store.receive(\.sheet.dismiss) { $0.sheet = nil }
  }

  @Test("A dismiss effect accepts a transaction")
  func transaction() async {
    let isDismissed = LockIsolated(false)
    let dismiss = DismissEffect { isDismissed.setValue(true) }
    await dismiss(transaction: Transaction(animation: .smooth))
    #expect(isDismissed.value)
  }

  @Test("Animations have the same names as in SwiftUI")
  func names() async {
    let animations: [Animation] = [
      .default, .linear, .linear(duration: 1), .easeIn, .easeIn(duration: 1), .easeOut,
      .easeOut(duration: 1), .easeInOut, .easeInOut(duration: 1),
      .spring, .spring(), .spring(response: 0.3), .spring(dampingFraction: 0.5),
      .spring(duration: 0.3), .spring(bounce: 0.2), .spring(duration: 0.3, bounce: 0.2),
      .bouncy, .bouncy(), .bouncy(duration: 0.3), .bouncy(duration: 0.3, extraBounce: 0.1),
      .smooth, .smooth(), .smooth(duration: 0.3), .smooth(extraBounce: 0.1),
      .snappy, .snappy(), .snappy(duration: 0.3), .snappy(duration: 0.3, extraBounce: 0.1),
      .interactiveSpring, .interactiveSpring(), .interactiveSpring(response: 0.3),
      .interactiveSpring(duration: 0.3, extraBounce: 0.1),
      .interpolatingSpring, .interpolatingSpring(stiffness: 1, damping: 1),
      .interpolatingSpring(mass: 2, stiffness: 1, damping: 1, initialVelocity: 1),
      .interpolatingSpring(duration: 0.3, bounce: 0.2), .timingCurve(0.1, 0.2, 0.3, 0.4),
      .timingCurve(0.1, 0.2, 0.3, 0.4, duration: 1), .default.speed(2), .default.delay(1),
      .default.repeatCount(3), .default.repeatCount(3, autoreverses: false),
      .default.repeatForever(), .default.repeatForever(autoreverses: false),
      .easeOut(duration: 1).delay(1).speed(2),
    ]
    let store = TestStore(initialState: Sheet.State()) { Sheet() }
    for animation in animations {
      await store.send(.saveTapped(animation))
      await store.receive(.saved) { $0.saves += 1 }
    }
    #expect(Animation.spring() != .spring(duration: 0.5))
    #expect(Animation.snappy(duration: 1) != .smooth(duration: 1))
  }
}
