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

  @Test("Identifiers of the app differ")
  func uuid() {
    live { #expect($0.uuid() != $0.uuid()) }
  }

  @Test("The clocks of the app are those of the standard library")
  func clocks() {
    live {
      #expect($0.continuousClock is ContinuousClock)
      #expect($0.suspendingClock is SuspendingClock)
    }
  }

  @Test("The calendar, locale and time zone of the app are the user's")
  func region() {
    live {
      #expect($0.calendar == .autoupdatingCurrent)
      #expect($0.locale == .autoupdatingCurrent)
      #expect($0.timeZone == .autoupdatingCurrent)
    }
  }
}
