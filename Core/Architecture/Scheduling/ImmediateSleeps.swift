import DependencyInjection

/// The sleeps on immediate clocks that have not ended in a test.
///
/// Such a sleep lets other work proceed first. A wait for the work of the test includes the sleeps
/// that began before it. Otherwise a timer without an end would keep the test from continuing.
struct ImmediateSleeps {
  /// The number of turns after which a sleep ends, even if other work can proceed.
  static let maxTurns = 20

  /// The numbers of the sleeps, in ascending order.
  private var numbers: [UInt64] = []
  /// The number of the sleep that began last.
  private(set) var last: UInt64 = 0
  /// The number of the last sleep that can end although other work can proceed.
  var lastEnding: UInt64 = 0

  var count: Int { numbers.count }

  mutating func begin() -> UInt64 {
    last += 1
    numbers.append(last)
    return last
  }

  mutating func end(_ number: UInt64) {
    numbers.removeAll { $0 == number }
  }

  /// Whether a sleep and all previous ones have ended.
  func haveEnded(upTo number: UInt64) -> Bool {
    numbers.first.map { $0 > number } ?? true
  }
}

extension WorkScope {
  /// Lets the other work of the current test proceed before a sleep on an immediate clock ends.
  static func sleepImmediately() async {
    guard let scope = current else { return await Task.megaYield() }
    // A drawn order decides how much work proceeds, and an observer repeats a recorded one.
    guard let sleep = scope.beginImmediateSleep() else { return await Task.yield() }
    defer { scope.endImmediateSleep(sleep) }
    var turns = 0
    repeat {
      await Task.yield()
      turns += 1
    } while !scope.canEndImmediateSleep(sleep, afterTurns: turns)
  }
}
