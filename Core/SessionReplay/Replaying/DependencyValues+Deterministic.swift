import DependencyInjection
import Foundation

extension DependencyValues {
  /// Replaces what the library provides by values that are the same in every replay.
  ///
  /// They are drawn only where the log has no answer, which is a divergence in itself.
  mutating func makeDeterministic() {
    uuid = .incrementing
    date = .constant(Date(timeIntervalSinceReferenceDate: 0))
    withRandomNumberGenerator = WithRandomNumberGenerator(SeededGenerator(seed: 0))
    continuousClock = ImmediateClock()
    suspendingClock = ImmediateClock()
  }
}
