import ComposableArchitecture

// Long chains of operators are checked in reasonable time, in both spellings.

struct Page: Reducer {
  struct State: Equatable {}
  enum Action: Equatable { case opened }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct Pages: Reducer {
  struct State: Equatable {
    @PresentationState var first: Page.State?
    @PresentationState var second: Page.State?
    @PresentationState var third: Page.State?
    @PresentationState var fourth: Page.State?
    @PresentationState var fifth: Page.State?
    @PresentationState var sixth: Page.State?
    @PresentationState var seventh: Page.State?
    @PresentationState var eighth: Page.State?
    @PresentationState var ninth: Page.State?
    @PresentationState var tenth: Page.State?
  }

  @CasePathable
  enum Action: Equatable {
    case first(PresentationAction<Page.Action>)
    case second(PresentationAction<Page.Action>)
    case third(PresentationAction<Page.Action>)
    case fourth(PresentationAction<Page.Action>)
    case fifth(PresentationAction<Page.Action>)
    case sixth(PresentationAction<Page.Action>)
    case seventh(PresentationAction<Page.Action>)
    case eighth(PresentationAction<Page.Action>)
    case ninth(PresentationAction<Page.Action>)
    case tenth(PresentationAction<Page.Action>)
  }

  var body: some Reducer<State, Action> {
    Reduce<State, Action> { _, _ in .none }
      .ifLet(\.$first, action: /Action.first) { Page() }
      .ifLet(\.$second, action: /Action.second) { Page() }
      .ifLet(\.$third, action: /Action.third) { Page() }
      .ifLet(\.$fourth, action: /Action.fourth) { Page() }
      .ifLet(\.$fifth, action: /Action.fifth) { Page() }
      .ifLet(\.$sixth, action: /Action.sixth) { Page() }
      .ifLet(\.$seventh, action: /Action.seventh) { Page() }
      .ifLet(\.$eighth, action: /Action.eighth) { Page() }
      .ifLet(\.$ninth, action: /Action.ninth) { Page() }
      .ifLet(\.$tenth, action: /Action.tenth) { Page() }
  }
}

struct Sheets: Reducer {
  typealias State = Pages.State
  typealias Action = Pages.Action

  var body: some Reducer<State, Action> {
    Reduce<State, Action> { _, _ in .none }
      .ifLet(\.$first, action: \.first) { Page() }
      .ifLet(\.$second, action: \.second) { Page() }
      .ifLet(\.$third, action: \.third) { Page() }
      .ifLet(\.$fourth, action: \.fourth) { Page() }
      .ifLet(\.$fifth, action: \.fifth) { Page() }
      .ifLet(\.$sixth, action: \.sixth) { Page() }
      .ifLet(\.$seventh, action: \.seventh) { Page() }
      .ifLet(\.$eighth, action: \.eighth) { Page() }
      .ifLet(\.$ninth, action: \.ninth) { Page() }
      .ifLet(\.$tenth, action: \.tenth) { Page() }
  }
}
