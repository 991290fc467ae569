/// How much a test store wants a test to assert.
public enum Exhaustivity: Equatable, Sendable {
  /// Every change of the state, every action of an effect and the end of every effect.
  case on

  /// Only what the test chooses to assert; what it skips can be shown without failing the test.
  case off(showSkippedAssertions: Bool)

  /// Only what the test chooses to assert, without a word about the rest.
  public static let off = Self.off(showSkippedAssertions: false)
}
