import ComposableArchitecture
import Foundation
import XCTest

struct Contact: Equatable, Identifiable {
  let id: UUID
  var name: String
}

/// A list of contacts with a form that edits one of them.
@Reducer
struct Contacts {
  @Reducer(state: .equatable)
  enum Destination {
    case add(ContactForm)
    case confirm(AlertState<Alert>)

    @CasePathable
    enum Alert: Equatable {
      case deletionConfirmed(id: Contact.ID)
    }
  }

  @ObservableState
  struct State: Equatable {
    var contacts: IdentifiedArrayOf<Contact> = []
    @Presents var destination: Destination.State?
  }

  enum Action {
    case addButtonTapped
    case deleteButtonTapped(id: Contact.ID)
    case destination(PresentationAction<Destination.Action>)
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.destination = .add(ContactForm.State(contact: Contact(id: uuid(), name: "")))
        return .none
      case let .deleteButtonTapped(id):
        state.destination = .confirm(.deletion(of: id))
        return .none
      case let .destination(.presented(.add(.delegate(.saved(contact))))):
        state.contacts.append(contact)
        return .none
      case let .destination(.presented(.confirm(.deletionConfirmed(id)))):
        state.contacts.remove(id: id)
        return .none
      case .destination:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension AlertState where Action == Contacts.Destination.Alert {
  static func deletion(of id: UUID) -> Self {
    Self {
      TextState("Delete the contact?")
    } actions: {
      ButtonState(role: .destructive, action: .deletionConfirmed(id: id)) {
        TextState("Delete")
      }
    }
  }
}

@Reducer
struct ContactForm {
  @ObservableState
  struct State: Equatable {
    var contact: Contact
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case delegate(Delegate)
    case saveButtonTapped

    @CasePathable
    enum Delegate: Equatable {
      case saved(Contact)
    }
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .delegate:
        return .none
      case .cancelButtonTapped:
        return .run { _ in await dismiss() }
      case .saveButtonTapped:
        return .run { [contact = state.contact] send in
          await send(.delegate(.saved(contact)))
          await dismiss()
        }
      }
    }
  }
}

@MainActor
final class ContactFormTests: XCTestCase {
  func testAddFlow() async {
    let store = TestStore(initialState: Contacts.State()) {
      Contacts()
    } withDependencies: {
      $0.uuid = .incrementing
    }

    await store.send(.addButtonTapped) {
      $0.destination = .add(
        ContactForm.State(contact: Contact(id: UUID(0), name: "")))
    }
    await store.send(
      .destination(.presented(.add(.binding(.set(\.contact.name, "Blob Jr.")))))
    ) {
      $0.$destination[case: \.add]?.contact.name = "Blob Jr."
    }
    await store.send(\.destination.add.saveButtonTapped)
    await store.receive(
      \.destination.add.delegate.saved, Contact(id: UUID(0), name: "Blob Jr.")
    ) {
      $0.contacts = [Contact(id: UUID(0), name: "Blob Jr.")]
    }
    await store.receive(\.destination.dismiss) {
      $0.destination = nil
    }
  }

  func testAddFlowNonExhaustively() async {
    let store = TestStore(initialState: Contacts.State()) {
      Contacts()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    store.exhaustivity = .off

    await store.send(.addButtonTapped)
    await store.send(
      \.destination.add.binding.contact, Contact(id: UUID(0), name: "Blob Jr."))
    await store.send(\.destination.add.saveButtonTapped)
    await store.skipReceivedActions()
    store.assert {
      $0.contacts = [Contact(id: UUID(0), name: "Blob Jr.")]
      $0.destination = nil
    }
  }

  func testDeletion() async {
    let contact = Contact(id: UUID(0), name: "Blob")
    let store = TestStore(initialState: Contacts.State(contacts: [contact])) {
      Contacts()
    }

    await store.send(.deleteButtonTapped(id: contact.id)) {
      $0.destination = .confirm(.deletion(of: contact.id))
    }
    await store.send(.destination(.presented(.confirm(.deletionConfirmed(id: contact.id))))) {
      $0.contacts = []
      $0.destination = nil
    }
  }

  func testCancel() async {
    let store = TestStore(
      initialState: Contacts.State(
        destination: .add(ContactForm.State(contact: Contact(id: UUID(0), name: ""))))
    ) {
      Contacts()
    }

    await store.send(\.destination.add.cancelButtonTapped)
    await store.receive(\.destination.dismiss) {
      $0.destination = nil
    }
  }
}
