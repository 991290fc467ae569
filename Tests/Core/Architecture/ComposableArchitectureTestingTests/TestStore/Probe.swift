import ComposableArchitectureTesting

/// A feature whose effect each test provides.
@Reducer
struct Probe {
  struct State: Equatable, Sendable {
    var count = 0
    var answers: [Int] = []
  }

  enum Action: Equatable, Sendable {
    case increment
    case ignore
    case begin
    case end
    case answer(Int)
    case refreshed
    case row(Row)
  }

  @CasePathable
  enum Row: Equatable, Sendable {
    case renamed(String)
    case removed
  }

  enum CancelID { case work }

  /// The work of the effect that `begin` starts.
  var work: @Sendable (Send<Action>) async throws -> Void = { _ in }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .begin:
        return .run(operation: work).cancellable(id: CancelID.work)
      case .end:
        return .cancel(id: CancelID.work)
      case .answer(let answer):
        state.answers.append(answer)
        return .none
      case .ignore, .refreshed, .row:
        return .none
      }
    }
  }
}

extension Probe {
  /// Returns a test store of a probe whose effect does `work`.
  @MainActor
  static func store(
    seed: UInt64? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column, work: @escaping @Sendable (Send<Action>) async throws -> Void
  ) -> TestStoreOf<Self> {
    TestStore(
      initialState: State(), seed: seed, reducer: { Probe(work: work) }, fileID: fileID,
      filePath: filePath,
      line: line, column: column)
  }
}
