import DependencyInjection
import Foundation
import Testing

@Suite("A reusable change of dependencies")
struct DependencyOverlayTests {
  private let overlay = DependencyOverlay { $0.date = .constant(Date(timeIntervalSince1970: 1)) }

  @Test("An overlay changes some dependencies, and keeps the current values of all others")
  func change() {
    @Dependency(\.date.now) var now
    @Dependency(\.uuid) var uuid
    for number in [3, 3, 4] {
      withDependencies {
        $0.date = .constant(Date(timeIntervalSince1970: 0))
        $0.uuid = .constant(UUID(number))
      } operation: {
        overlay.run {
          #expect(now == Date(timeIntervalSince1970: 1))
          #expect(uuid() == UUID(number))
        }
        #expect(now == Date(timeIntervalSince1970: 0))
      }
    }
  }

  @Test("An overlay is computed once for the same current dependencies")
  func reuse() {
    var count = 0
    let counting = DependencyOverlay {
      count += 1
      $0.uuid = .constant(UUID(count))
    }
    withDependencies {
      $0.date = .constant(Date(timeIntervalSince1970: 0))
    } operation: {
      counting.run {}
      counting.run {}
    }
    #expect(count == 1)
  }

  @Test("An overlay that changes a part of a value reads the value each time")
  func part() {
    let firstWeekday = DependencyOverlay { $0.calendar.firstWeekday = 2 }
    let reads = LockIsolated(0)
    withDependencies {
      $0.calendarSource = ValueSource {
        reads.withValue { $0 += 1 }
        return Calendar(identifier: .gregorian)
      }
    } operation: {
      @Dependency(\.calendar) var calendar
      for count in 1...2 {
        firstWeekday.run { #expect(calendar.firstWeekday == 2) }
        #expect(reads.value == count)
      }
    }
  }
}
