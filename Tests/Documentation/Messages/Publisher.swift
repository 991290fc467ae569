import ComposableArchitecture

// Publishers get a message with the rewrite.

struct Subject { func map(_ transform: (String) -> Listening.Action) -> Subject { self } }

struct Listening: Reducer {
  struct State {}
  enum Action { case appeared, received(String) }
  let messages = Subject()

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .publisher {  // error: Let the closure return an 'AsyncSequence'
      messages.map(Action.received)
    }
  }
}
