import ComposableArchitecture

/// A form of an effect, with the script that records it.
struct Form: Sendable {
  /// The extent to which a replay without changes must verify the effects of a form.
  enum Expectation: String {
    case verified
    /// The effects cannot be verified, and the reason is reported.
    case unverified
    /// The effects may be verified or not, because they depend on the order of threads.
    case either
  }

  /// The name of the function that returns the effect.
  let name: String
  let effect: @Sendable (Forms) -> () -> Effect<Forms.Action>
  let expectation: Expectation
  let script: [String]

  /// Creates a form. The default script waits for the effects.
  init(
    _ name: String, _ effect: @escaping @Sendable (Forms) -> () -> Effect<Forms.Action>,
    _ expectation: Expectation = .verified, script: [String]? = nil
  ) {
    self.name = name
    self.effect = effect
    self.expectation = expectation
    self.script = script ?? ["run(\"\(name)\")", "wait effects", "wait 15ms", "tick"]
  }

  /// Creates a form whose effect ends before one of its tasks.
  static func outlived(
    _ name: String, _ effect: @escaping @Sendable (Forms) -> () -> Effect<Forms.Action>,
    _ expectation: Expectation = .verified
  ) -> Form {
    Form(
      name, effect, expectation, script: ["run(\"\(name)\")", "wait effects", "wait 80ms", "tick"])
  }

  /// Creates a form whose effect is canceled by a later action.
  static func stopped(
    _ name: String, _ effect: @escaping @Sendable (Forms) -> () -> Effect<Forms.Action>,
    _ expectation: Expectation = .verified, after milliseconds: Int = 25
  ) -> Form {
    let lines = ["run(\"\(name)\")", "wait \(milliseconds)ms", "stop(\"\(name)\")"]
    return Form(name, effect, expectation, script: lines + ["wait effects", "wait 15ms", "tick"])
  }

  /// Creates a form whose effect is started twice. The second effect cancels the first.
  static func repeated(
    _ name: String, _ effect: @escaping @Sendable (Forms) -> () -> Effect<Forms.Action>,
    _ expectation: Expectation = .verified
  ) -> Form {
    let lines = ["run(\"\(name)\")", "wait 4ms", "run(\"\(name)\")"]
    return Form(name, effect, expectation, script: lines + ["wait effects", "wait 15ms", "tick"])
  }

  /// Creates a form whose effect continues at the end of the session, while further steps follow.
  static func lasting(
    _ name: String, _ effect: @escaping @Sendable (Forms) -> () -> Effect<Forms.Action>,
    _ expectation: Expectation = .verified
  ) -> Form {
    let lines = ["run(\"\(name)\")", "wait 60ms"]
    return Form(
      name, effect, expectation, script: lines + Array(repeating: "tick", count: 20))
  }

  /// The name, the expectation and the lines of the script, separated by tabs.
  var line: String { ([name, expectation.rawValue] + script).joined(separator: "\t") }
}
