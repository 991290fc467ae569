import ComposableArchitecture

/// A client whose endpoints throw errors of any type.
@DependencyClient
struct VaultClient: Sendable {
  var open: @Sendable (_ number: Int) async throws -> Void
  var note: @Sendable (_ text: String) async -> Void = { _ in }
}

extension VaultClient: TestDependencyKey {
  static var testValue: VaultClient { VaultClient() }
}

enum VaultError: Error {
  case closed, missing
}

struct VaultFailure: Error {}

@Recordable
enum VaultLimit: Error, Equatable {
  case reached(Int)
}

struct VaultCode: Error {
  let code: Int
}

/// An app whose effect distinguishes the errors of a client, and calls it in a detached task.
@Reducer
struct Withdrawal {
  @Recordable
  struct State: Equatable {
    var texts: [String] = []
  }

  @Recordable
  enum Action: Equatable {
    case open(Int)
    case note
    case showed(String)
  }

  @Dependency(VaultClient.self) var client
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open(let number):
        return .run { [self] send in
          do {
            try await client.open(number)
          } catch VaultError.closed {
            await send(.showed("closed"))
          } catch VaultLimit.reached(let limit) {
            await send(.showed("limit \(limit)"))
          } catch is VaultFailure {
            await send(.showed("failure"))
          } catch {
            await send(.showed("other"))
          }
        }
      case .note:
        return .run { [self] send in
          await Task.detached { await client.note("noted") }.value
          await send(.showed("noted"))
        }
      case .showed(let text):
        state.texts.append(text)
        return .none
      }
    }
  }
}
