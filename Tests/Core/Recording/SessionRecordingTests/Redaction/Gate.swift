import ComposableArchitecture
import Foundation
import RecordCoding
import SessionReplay

/// A feature whose password is marked only where it is stored.
@Reducer
struct Gate {
  @Recordable
  struct State: Equatable {
    /// The contents of the text field, which precede the password in memory.
    var draft = ""
    @Redacted var password = ""
    var message = ""
    var unit = "h"
    var tries: [String: Int] = [:]
    var seen: Set<String> = []
    var history: [String] = []
    var last: String?
    var link = URL(string: "https://example.com/")
    var bytes = Data()
    var note = Note(text: "", count: 0)
    var kind = Kind.home
    var marked: Set<Redacted<String>> = []
    var uses: [Redacted<String>: Int] = [:]
    @Redacted var session: UUID?
    var shownSession: UUID?
  }

  struct Note: Codable, Equatable, CodableRecordable {
    var text: String
    var count: Int
  }

  enum Kind: String, Recordable {
    case home
    case away
  }

  @Recordable
  enum Action: Equatable {
    /// Sends the whole contents of a text field, at every keystroke.
    case typed(String)
    /// Stores a text only as a draft, until `use`.
    case drafted(String)
    case use
    case rename(String)
    case fail
    case keep
    case enter
    case begin(Redacted<String>)
    case cut
  }

  /// The difference between a build and the recording build.
  var greeting = "Hello"

  /// A function that is called while an action is being reduced.
  var onReduce: () -> Void = {}

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      onReduce()
      switch action {
      case .typed(let text):
        state.draft = text
        state.password = text
      case .drafted(let text): state.draft = text
      case .use: state.password = state.draft
      case .rename(let text): state.last = text
      case .fail: state.message = "wrong password '\(state.password)', try again"
      case .keep:
        state.tries[state.password, default: 0] += 1
        state.seen.insert(state.password)
        state.marked.insert(Redacted(state.password))
        state.uses[Redacted(state.password), default: 0] += 1
        state.history.append("\(state.password)!")
        state.last = state.password
        state.link = URL(string: "https://example.com/")?
          .appending(queryItems: [URLQueryItem(name: "q", value: state.password)])
        state.bytes = Data("=\(state.password)=".utf8)
        state.note = Note(text: "of \(state.password)", count: state.password.count)
        return .cancel(id: "search for \(state.password)")
      case .enter:
        let session = uuid()
        state.session = session
        state.shownSession = session
        state.message = "\(greeting), session \(session.uuidString.lowercased())"
      case .begin(let password): state.message = "begun with \(password.wrappedValue)"
      case .cut: state.draft = String(state.draft.dropLast())
      }
      return .none
    }
  }
}
