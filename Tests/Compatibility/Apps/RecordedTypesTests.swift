import ComposableArchitecture
import Foundation
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

/// A feature whose state and actions have values of the types that features use in practice.
@Reducer(.recordable)
struct Practice {
  struct UserID: Hashable, RawRepresentable, Recordable {
    var rawValue: Int
  }

  @ObservableState
  struct State: Equatable {
    var user = UserID(rawValue: 1)
    var frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    var selection = 0..<1
    var limits = 1.0...2.0
    var calendar = Calendar(identifier: .gregorian)
    var locale = Locale(identifier: "en_US")
    var timeZone = TimeZone.gmt
    var due = DateComponents(year: 2026)
    var price = Decimal(12)
    var distance = Measurement(value: 5, unit: UnitLength.kilometers)
    var note = AttributedString("Note")
    var nested = Nested()
    var failure: String?
    var details: String?
    @Presents var alert: AlertState<Action.Alert>?
  }

  @Recordable
  struct Nested: Equatable {
    var inner = Inner()

    @Recordable
    struct Inner: Equatable {
      var title = ""
      var size = CGSize(width: 1, height: 1)
    }
  }

  enum Action: BindableAction {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case loaded(Result<Int, any Error>)
    case older(TaskResult<DateComponents>)
    case never(Result<Int, Never>)
    case saved(Result<Void, any Error>)
    case removed(id: Int, TaskResult<Void>)
    case annotate(AttributedString)
    case convert(to: Measurement<UnitLength>, in: Calendar)
    case confirm

    @CasePathable
    @Recordable
    enum Alert { case proceed, cancel }
  }

  struct Offline: LocalizedError {
    var errorDescription: String? { "no network" }
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert(.presented(.proceed)):
        state.user = UserID(rawValue: 2)
      case .alert, .binding:
        break
      case .saved(.success), .removed(_, .success):
        state.failure = nil
      case .loaded(.failure(let error)), .older(.failure(let error)),
        .saved(.failure(let error)), .removed(_, .failure(let error)):
        state.failure = error.localizedDescription
        state.details = "\(error)"
      case .loaded(.success(let count)), .never(.success(let count)):
        state.selection = count..<(count + 1)
      case .older(.success(let components)):
        state.due = components
      case .annotate(let text):
        state.note += text
      case .convert(let distance, let calendar):
        state.distance = distance
        state.calendar = calendar
        state.calendar.firstWeekday = 2
        state.frame.origin.x += 0.5
        state.limits = 1...state.limits.upperBound + 1
        state.price += 0.1
        state.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        state.locale = Locale(identifier: "de_DE")
      case .confirm:
        state.alert = AlertState {
          TextState("Sure?").bold() + TextState("!")
        } actions: {
          ButtonState(role: .destructive, action: .proceed) { TextState("Yes") }
          ButtonState(role: .cancel, action: .cancel) { TextState("No").italic() }
          ButtonState { TextState("Later") }
        } message: {
          TextState("It cannot be undone.")
        }
      }
      return .none
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

@MainActor
@Suite("Types that are recorded and replayed")
struct RecordedTypesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A replay matches a recording of the types that features use in practice")
  func practice() async throws {
    var link = AttributedString(" here")
    link.link = URL(string: "https://example.com")
    var hebrew = Calendar(identifier: .hebrew)
    hebrew.timeZone = .gmt
    let actions: [Practice.Action] = [
      .loaded(.success(3)), .loaded(.failure(Practice.Offline())),
      .older(.success(DateComponents(month: 1, day: 2))),
      .older(TaskResult.failure(CancellationError())), .never(.success(7)), .annotate(link),
      .saved(.success(())), .saved(.failure(Practice.Offline())),
      .removed(id: 1, .success(())), .removed(id: 2, .failure(CancellationError())),
      .convert(to: Measurement(value: 3, unit: .miles), in: hebrew),
      .convert(to: Measurement(value: 3.5, unit: .meters), in: .current),
      .set(\.nested.inner.title, "A"), .set(\.nested.inner.size.width, 2),
      .set(\.frame.size, CGSize(width: 2, height: 2)), .set(\.selection, 4..<8), .confirm,
      .alert(.presented(.proceed)), .confirm, .alert(.dismiss),
    ]
    let report = try await replayOfRecording(
      of: Practice.State(), at: folder.file("practice.reprise")
    ) {
      Practice()
    } perform: { store in
      for action in actions { store.send(action) }
      #expect(store.details == "CancellationError()")
      #expect(store.nested.inner.size.width == 2)
    }
    #expect(report.verdict.kind == .match, "\(report.verdict)")
    #expect(report.verifiedSteps == UInt64(actions.count))
  }
}
