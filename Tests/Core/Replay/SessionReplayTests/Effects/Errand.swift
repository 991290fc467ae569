import ComposableArchitecture
import SessionReplay
import Testing

/// A feature whose effects do the work that a test provides.
@Reducer
struct Errand {
  @Recordable
  struct State: Equatable {
    var texts: [String] = []
  }

  @Recordable
  enum Action: Equatable {
    case run(Int)
    case stop(Int)
    /// Stops an effect by a further action.
    case halt(Int)
    case got(String)
    case tapped
  }

  /// The work of an effect, which can be canceled by its number.
  typealias Work = @Sendable (_ number: Int, LibraryClient, Send<Action>) async throws -> Void

  let work: Work
  @Dependency(\.library) var library

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .run(let number):
        return .run { [library] send in try await work(number, library, send) }
          .cancellable(id: number)
      case .stop(let number): return .cancel(id: number)
      case .halt(let number): return .send(.stop(number))
      case .got(let text): state.texts.append(text)
      case .tapped: break
      }
      return .none
    }
  }
}

/// The result of replaying a changed effect.
enum Finding {
  case verified, found, named
}

extension EffectReport {
  var finding: Finding {
    if divergence != nil { return .found }
    return unverified.isEmpty ? .verified : .named
  }
}

extension EffectSession<Errand> {
  /// Records a session in which effects do some work, and replays it with different work.
  static func replay(
    _ recorded: @escaping Errand.Work, as changed: Errand.Work? = nil,
    isSerial: Bool = true, context: DependencyContext = .test,
    _ perform: (EffectSession<Errand>) async -> Void
  ) async throws -> EffectReport {
    let session = try EffectSession(Errand.State(), isSerial: isSerial, context: context) {
      Errand(work: recorded)
    }
    await perform(session)
    try session.finish()
    let effects = await session.replay { Errand(work: changed ?? recorded) }.effects
    await session.end()
    return effects
  }
}
