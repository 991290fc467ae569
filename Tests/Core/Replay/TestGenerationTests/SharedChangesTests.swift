import ComposableArchitecture
import Testing

@Suite("Changes of shared values as Swift source")
struct SharedChangesTests {
  /// Returns the statements between two states that a function creates with the same references.
  private func lines<State: Recordable>(
    _ state: (_ isChanged: Bool) -> State
  ) -> [String] {
    Statements.lines(from: state(false), to: state(true))
  }

  @Recordable
  struct Lists {
    @Shared var names: [String]
    @Shared var others: [String]

    init(_ names: Shared<[String]>, _ others: Shared<[String]>) {
      (_names, _others) = (names, others)
    }
  }

  @Test("A shared value is changed in place, once for all references")
  func once() {
    let append = #"$0.$names.withLock { $0.append("B") }"#
    #expect(
      lines { isChanged in
        let names = Shared(value: isChanged ? ["A", "B"] : ["A"])
        return Lists(names, names)
      } == [append])
    #expect(
      lines { isChanged in
        Lists(Shared(value: isChanged ? ["A", "B"] : ["A"]), Shared(value: ["A"]))
      } == [append])
  }

  private func trips(_ isChanged: Bool, _ change: (inout IdentifiedArrayOf<Trip>) -> Void)
    -> Shared<IdentifiedArrayOf<Trip>>
  {
    var trips: IdentifiedArrayOf<Trip> = [Trip(id: 1, title: "Rome"), Trip(id: 2, title: "Oslo")]
    if isChanged { change(&trips) }
    return Shared(value: trips)
  }

  @Test("A change of an element is stated for the list, not for a reference to the element")
  func element() {
    #expect(
      lines { isChanged in
        let trips = trips(isChanged) { $0[id: 2]?.title = "Bergen" }
        var state = TripsState(trips: trips)
        state.trip = Shared(trips[id: 2])
        return state
      } == [#"$0.$trips.withLock { $0[id: 2]?.title = "Bergen" }"#])
  }

  @Test("A new reference leads from the list to the element")
  func newReference() {
    #expect(
      lines { isChanged in
        let trips = trips(isChanged) { _ in }
        var state = TripsState(trips: trips)
        state.trip = isChanged ? Shared(trips[id: 2]) : nil
        return state
      } == ["$0.trip = Shared($0.$trips[id: 2])!"])
  }

  @Test("A list has its new element before a new reference leads to it")
  func newElement() {
    #expect(
      lines { isChanged in
        let trips = trips(isChanged) { $0.append(Trip(id: 3)) }
        return OpenTrips(trip: isChanged ? Shared(trips[id: 3]) : nil, trips: trips)
      } == [
        #"$0.$trips.withLock { $0.append(Trip(id: 3, title: "")) }"#,
        "$0.trip = Shared($0.$trips[id: 3])!",
      ])
  }

  @Test("A reference to a value that nothing else refers to has its value")
  func ownValue() {
    #expect(
      lines { isChanged in
        var state = TripsState(trips: trips(false) { _ in })
        state.trip = isChanged ? Shared(value: Trip(id: 3, title: "Rome")) : nil
        return state
      } == [#"$0.trip = Shared(value: Trip(id: 3, title: "Rome"))"#])
  }

  @Test("Statements for several references to a value in pages have the same result twice")
  func repeatable() {
    #expect(
      lines { isChanged in
        let trip = Shared(value: isChanged ? [1, 2] : [1])
        return SharedPages(first: .days(trip), second: .days(trip))
      } == [
        #"$0.first?.modify(\.days) { $0.withLock { $0 = [1, 2] } }"#,
        #"$0.second?.modify(\.days) { $0.withLock { $0 = [1, 2] } }"#,
      ])
  }

  @Test(
    "Rows in several pages are inserted, removed and changed, but not moved",
    arguments: [
      ([Trip(id: 2, title: "Oslo")], "$0.remove(id: 1)"),
      (
        [Trip(id: 3), Trip(id: 1, title: "Rome"), Trip(id: 2, title: "Oslo")],
        #"$0.insert(Trip(id: 3, title: ""), at: 0)"#
      ),
      ([Trip(id: 1, title: "Rome"), Trip(id: 2, title: "A")], #"$0[id: 2]?.title = "A""#),
      (
        [Trip(id: 2, title: "Oslo"), Trip(id: 1, title: "Rome")],
        #"$0 = [Trip(id: 2, title: "Oslo"), Trip(id: 1, title: "Rome")]"#
      ),
    ] as [(IdentifiedArrayOf<Trip>, String)])
  func repeatableRows(changed: IdentifiedArrayOf<Trip>, statement: String) {
    #expect(
      lines { isChanged in
        let trips = trips(isChanged) { $0 = changed }
        return SharedPages(first: .trips(trips), second: .trips(trips))
      } == [
        "$0.first?.modify(\\.trips) { $0.withLock { \(statement) } }",
        "$0.second?.modify(\\.trips) { $0.withLock { \(statement) } }",
      ])
  }
}

@Recordable
@CasePathable
enum SharedPage {
  case days(Shared<[Int]>)
  case trips(Shared<IdentifiedArrayOf<Trip>>)
}

@Recordable
struct SharedPages {
  var first: SharedPage?
  var second: SharedPage?
}

@Recordable
struct OpenTrips {
  var trip: Shared<Trip>?
  @Shared var trips: IdentifiedArrayOf<Trip>

  init(trip: Shared<Trip>?, trips: Shared<IdentifiedArrayOf<Trip>>) {
    self.trip = trip
    _trips = trips
  }
}
