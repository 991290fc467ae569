import ComposableArchitecture
import Testing

@Suite("Prefix case paths")
struct PrefixCasePathTests {
  /// An enumeration without case paths that isn't equatable.
  enum Event {
    case message(String)
    case notice(String)
    case move(x: Int, y: Int)
    case child(Child)
    case closed
    case failed(any Error)

    enum Child {
      case opened(Int)
      case left
    }
  }

  @CasePathable
  enum Choice {
    case some(of: String)
    case none
    case call(() -> Void)
  }

  struct Failure: Error {}

  let events: [Event] = [
    .message("a"), .notice("b"), .closed, .child(.opened(1)), .child(.left), .message("c"),
  ]

  @available(*, deprecated)
  @Test("A case path extracts the value of its case")
  func patterns() {
    func kind(_ event: Event) -> String {
      switch event {
      case /Event.message: "message"
      case /Event.closed: "closed"
      case /Event.move(x:y:): "move"
      default: "another"
      }
    }
    #expect(kind(.message("a")) == "message")
    #expect(kind(.notice("a")) == "another")
    #expect(kind(.closed) == "closed")
    #expect(kind(.move(x: 1, y: 2)) == "move")
    // These are outside of '#expect': in its expansion, a slash would start a regular expression.
    let isFailed = /Event.failed ~= .failed(Failure())
    #expect(isFailed)
    if case /Event.closed = events[2] {} else { Issue.record("it is closed") }
  }

  @available(*, deprecated)
  @Test("A prefix operator returns a function that extracts values from a case")
  func functions() {
    let messages = events.compactMap(/Event.message)
    #expect(messages == ["a", "c"])
    let opened = events.compactMap(/Event.child).compactMap(/Event.Child.opened)
    #expect(opened == [1])
    let choices: [Choice] = [.none, .some(of: "a"), .call({}), .none]
    let withoutChoice: [Void] = choices.compactMap(/Choice.none)
    #expect(withoutChoice.count == 2)
    let numbers: [Int?] = [1, nil, 2]
    let some = numbers.compactMap(/Int?.some)
    #expect(some == [1, 2])
    let none: [Void] = numbers.compactMap(/Int?.none)
    #expect(none.count == 1)
  }

  @available(*, deprecated)
  @Test("A case path can refer to the value of an optional")
  func optionals() {
    let some: AnyCasePath<Int?, Int> = /.some
    #expect(some.embed(1) == 1)
    #expect(some.extract(from: 2) == 2)
    #expect(some.extract(from: nil) == nil)
    let named = /Int?.some
    #expect(named.extract(from: 3) == 3)
  }

  @available(*, deprecated)
  @Test("A case path leads through an optional to a case of the wrapped value")
  func throughOptionals() {
    let message: AnyCasePath<Event?, String> = /Event.message
    #expect(message.extract(from: .message("a")) == "a")
    #expect(message.extract(from: .notice("a")) == nil)
    #expect(message.extract(from: nil) == nil)
    #expect(message.extract(from: message.embed("b")) == "b")
    let closed: AnyCasePath<Event?, Void> = /Event.closed
    #expect(closed.extract(from: .closed) != nil)
    #expect(closed.extract(from: .message("a")) == nil)
    #expect(closed.extract(from: nil) == nil)
    let none: AnyCasePath<Int?, Void> = /Int?.none
    #expect(none.extract(from: nil) != nil)
    #expect(none.extract(from: 1) == nil)
  }

  @available(*, deprecated)
  @Test("A case without a value has a case path, even if its type isn't equatable")
  func withoutValue() {
    let closed: AnyCasePath<Event, Void> = /Event.closed
    #expect(closed.extract(from: .closed) != nil)
    #expect(closed.extract(from: .message("closed")) == nil)
    if case .closed = closed.embed(()) {} else { Issue.record("the case is embedded") }
    let none = /Choice.none
    #expect(none.extract(from: .none) != nil)
    #expect(none.extract(from: .call({})) == nil)
  }

  @available(*, deprecated)
  @Test("A case path can be appended to a second case path")
  func appending() {
    let paths: [AnyCasePath<Event, Int>] = [
      (/Event.child).appending(path: /Event.Child.opened),
      /Event.child .. /Event.Child.opened,
      /Event.child .. Event.Child.opened,
    ]
    for path in paths {
      #expect(path.extract(from: .child(.opened(1))) == 1)
      #expect(path.extract(from: .child(.left)) == nil)
      #expect(path.extract(from: .closed) == nil)
      #expect(path.extract(from: path.embed(2)) == 2)
    }
    let left = /Event.child .. /Event.Child.left
    #expect(left.extract(from: .child(.left)) != nil)
    #expect(left.extract(from: .child(.opened(1))) == nil)
  }
}
