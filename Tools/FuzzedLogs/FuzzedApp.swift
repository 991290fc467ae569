import ComposableArchitecture
import Foundation

/// An app with every kind of value. Its reducer handles any state and any action without a trap.
@Reducer
struct FuzzedApp {
  @Recordable
  struct State: Equatable {
    var count = 0
    var small: UInt8 = 0
    var ratio = 0.5
    var factor: Float = 1
    var isOn = false
    var title = ""
    var page = URL(fileURLWithPath: "/")
    var bytes = Data()
    var date: Date?
    var notes: IdentifiedArrayOf<Note> = []
    var tags: Set<String> = []
    var scores: [String: Int] = [:]
    var tiny: Int8 = 0
    var letter: Character = "a"
    var places = IndexSet()
    var wait = Duration.zero
    var choice: Int?? = .none
    var mood = Mood.calm
    var pages = StackState<Note>()
    @Redacted var secret = ""
    var path: [Place] = []
  }

  @Recordable
  struct Note: Equatable, Identifiable {
    let id: UUID
    var text = ""
    var next: Place = .nowhere
  }

  enum Mood: Int, Recordable {
    case calm = 1
    case cross = 5
  }

  @Recordable
  indirect enum Place: Equatable {
    case nowhere
    case at(Int, name: String)
    case within(Place)
  }

  @Recordable
  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case replace(State)
    case add(Int)
    case note(String)
    case remove(UUID)
    case score(String, Int?)
    case tag(String)
    case go(Place)
    case load(id: String)
    case stop(id: String)
    case open(Note)
    case hide(Redacted<String>)
  }

  @Dependency(\.uuid) var uuid
  @Dependency(\.date) var date
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .replace(let new):
        state = new
      case .add(let number):
        state.count &+= number
        state.small = withRandomNumberGenerator { UInt8.random(in: 0...9, using: &$0) }
      case .note(let text):
        state.notes.append(Note(id: uuid(), text: text))
        state.date = date.now
      case .remove(let id):
        state.notes.remove(id: id)
      case .score(let name, let number):
        state.scores[name] = number
      case .tag(let tag):
        if state.tags.remove(tag) == nil { state.tags.insert(tag) }
      case .go(let place):
        state.path.append(place)
      case .load(let id):
        return .merge(.send(.tag(id)), .run { await $0(.add(1)) }.cancellable(id: id))
      case .stop(let id):
        return .concatenate(.cancel(id: id), .send(.add(-1)))
      case .open(let note):
        if state.pages.count > 3 { state.pages.removeAll() }
        state.pages.append(note)
      case .hide(let secret):
        state.secret = secret.wrappedValue
        return .cancel(id: secret.wrappedValue)
      }
      return .none
    }
  }
}
