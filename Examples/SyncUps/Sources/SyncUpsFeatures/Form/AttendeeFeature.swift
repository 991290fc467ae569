import ComposableArchitecture

/// A row of the form, with the name of an attendee.
@Reducer(.recordable)
package struct AttendeeFeature {
  package typealias State = Attendee

  package enum Action: BindableAction, Equatable, Sendable {
    case binding(BindingAction<Attendee>)
    /// Removes the attendee. The form does this.
    case removeTapped
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
  }
}
