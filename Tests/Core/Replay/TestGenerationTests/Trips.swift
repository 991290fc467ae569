import ComposableArchitecture
import Foundation
import RecordCoding

// A deep state, with each form of nesting that statements lead through.

@Recordable
struct Trip: Equatable, Identifiable, Sendable {
  let id: Int
  var title = ""
}

@Recordable
struct TripForm: Equatable, Sendable {
  var trip: Trip
  var hotel: Trip?
  var error: String?
  var `default` = 1
  private(set) var edits = 0
  var shortTitle: String {
    get { String(trip.title.prefix(3)) }
    set { trip.title = newValue }
  }

  init(trip: Trip, hotel: Trip? = nil) {
    self.trip = trip
    self.hotel = hotel
  }

  func edited() -> Self {
    var form = self
    form.edits += 1
    return form
  }
}

@Recordable
@CasePathable
enum TripPage: Equatable, Sendable {
  case form(TripForm)
  case note(String)
  case days([Int])
  case span(from: Int, to: Int)
  indirect case next(TripPage?)
  case alert(AlertState<TripAlert>)
}

@Recordable
enum TripAlert: Equatable, Sendable {
  case removed(Int)
}

/// An enumeration without case paths.
@Recordable
enum TripMode: Equatable, Sendable {
  case form(TripForm)
}

@Recordable
struct TripsState: Equatable, Sendable {
  var path = StackState<TripPage>()
  var page: TripPage?
  var current = TripPage.note("")
  var mode = TripMode.form(TripForm(trip: Trip(id: 1)))
  @Shared var trips: IdentifiedArrayOf<Trip>
  var trip: Shared<Trip>?

  init(trips: Shared<IdentifiedArrayOf<Trip>> = Shared(value: [])) {
    _trips = trips
  }
}

@Recordable
enum TripAction: Equatable, Sendable {
  case binding(BindingAction<TripForm>)
  case loaded(Result<Int, TripError>)
}

@Recordable
struct TripError: Error, Equatable {
  var code: Int
}
