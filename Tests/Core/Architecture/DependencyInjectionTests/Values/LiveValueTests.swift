import DependencyInjection
import Foundation
import Testing

struct LiveValueTests {
  func live<R>(_ operation: (DependencyValues) throws -> R) rethrows -> R {
    try withDependencies {
      $0.context = .live
    } operation: {
      try operation(.current)
    }
  }

  @Test("Live identifiers are unique")
  func uuid() {
    live { #expect($0.uuid() != $0.uuid()) }
  }

  @Test("Live clocks are the standard library's")
  func clocks() {
    live {
      #expect($0.continuousClock is ContinuousClock)
      #expect($0.suspendingClock is SuspendingClock)
    }
  }

  @Test("The live calendar, locale and time zone are the user's")
  func region() {
    live {
      #expect($0.calendar == .autoupdatingCurrent)
      #expect($0.locale == .autoupdatingCurrent)
      #expect($0.timeZone == .autoupdatingCurrent)
    }
  }
}
