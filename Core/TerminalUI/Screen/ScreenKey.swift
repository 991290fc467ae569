/// A key of a screen, and what it does.
public struct ScreenKey<Action> {
  /// What a key leads to.
  package enum Outcome {
    case send(Action)
    /// A line of text is asked for, of which an action is made, if it can be.
    case ask(String, initial: String, (String) -> Action?)
  }

  package let key: Key
  package let title: String
  package let isEnabled: Bool
  package let outcome: Outcome

  /// A key that sends an action; the title says in the action bar what it does.
  public init(_ key: Key, _ title: String, isEnabled: Bool = true, send action: Action) {
    self.key = key
    self.title = title
    self.isEnabled = isEnabled
    outcome = .send(action)
  }

  /// A key that asks for a line of text, and sends the action that is made of it.
  ///
  /// Where no action can be made of a line, such as of a word for a number, it is left to be
  /// corrected, and the question is repeated: ask so that it tells what is wanted.
  public init(
    _ key: Key, _ title: String, isEnabled: Bool = true, ask question: String,
    initial: String = "", then action: @escaping (String) -> Action?
  ) {
    self.key = key
    self.title = title
    self.isEnabled = isEnabled
    outcome = .ask(question, initial: initial, action)
  }

  private init(_ key: Key, _ title: String, _ isEnabled: Bool, _ outcome: Outcome) {
    self.key = key
    self.title = title
    self.isEnabled = isEnabled
    self.outcome = outcome
  }

  /// The same key of an app whose action holds this one.
  func map<Other>(_ transform: @escaping (Action) -> Other) -> ScreenKey<Other> {
    switch outcome {
    case .send(let action):
      ScreenKey<Other>(key, title, isEnabled, .send(transform(action)))
    case .ask(let question, let initial, let action):
      ScreenKey<Other>(
        key, title, isEnabled, .ask(question, initial: initial) { action($0).map(transform) })
    }
  }
}
