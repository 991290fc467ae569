import DependencyInjection
import Foundation
import SharedState

/// The library's own dependencies as endpoints that effects call.
enum StandardEndpoint {
  static let uuid = id("uuid")
  static let date = id("date")
  static let randomNumbers = id("withRandomNumberGenerator")

  static func now(of clock: String) -> EndpointID { id("\(clock).now") }
  static func sleep(of clock: String) -> EndpointID { id("\(clock).sleep") }

  static func value(of dependency: String) -> EndpointID { id(dependency) }

  private static func id(_ name: String) -> EndpointID {
    EndpointID(name, of: DependencyValues.self)
  }

  static var all: [CallableEndpoint] {
    let clocks = ["continuousClock", "suspendingClock"].flatMap { clock in
      [
        endpoint(now(of: clock), Void.self, Duration.self),
        endpoint(sleep(of: clock), Duration.self, Void.self, (any Error).self),
      ]
    }
    return clocks + [
      endpoint(uuid, Void.self, UUID.self),
      endpoint(date, Void.self, Date.self),
      endpoint(randomNumbers, Void.self, UInt64.self),
      endpoint(value(of: "calendar"), Void.self, Calendar.self),
      endpoint(value(of: "timeZone"), Void.self, TimeZone.self),
      endpoint(value(of: "locale"), Void.self, Locale.self),
      endpoint(value(of: "preferredLocales"), Void.self, [Locale].self),
      endpoint(DataStorage.loadID, String.self, Data?.self, (any Error).self),
      endpoint(DataStorage.saveID, (Data, String).self, Void.self, (any Error).self),
      endpoint(SharedCall.read, String.self, Data.self),
      endpoint(SharedCall.change, (String, String).self, Void.self),
      endpoint(SharedCall.load, String.self, Data.self, (any Error).self),
      endpoint(SharedCall.save, (String, String).self, Void.self, (any Error).self),
    ]
  }

  private static func endpoint<Arguments, Answer, Failure: Error>(
    _ id: EndpointID, _ arguments: Arguments.Type, _ answer: Answer.Type,
    _ failure: Failure.Type = Never.self
  ) -> CallableEndpoint {
    do throws(UnrecordableCall) {
      return try CallableEndpoint(id, arguments, answer, failure)
    } catch {
      preconditionFailure("the library's own types are recordable: \(error)")
    }
  }
}
