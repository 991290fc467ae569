import ComposableArchitecture
import DependencyInjection
import RecordCoding

/// An app whose effects handle secrets.
@Reducer
struct Vault {
  @Recordable
  struct State: Equatable {
    @Redacted var password = ""
    var size = 0
    @Redacted var text = ""
  }

  @Recordable
  enum Action: Equatable {
    case enter(Redacted<String>)
    case load
    case store
    case read
    case lend(Int)
    case text(Redacted<String>)
    case number(Int)
  }

  @Dependency(\.library) var library

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .enter(let password):
        state.password = password.wrappedValue
        state.size = password.wrappedValue.count
      case .text(let text): state.text += text.wrappedValue
      case .number(let number): state.size += number
      case .load:
        return .run { [library, password = state.password] send in
          await send(.text(Redacted(try await library.load(name: password))))
        } catch: { error, send in
          await send(.text(Redacted("\(error)")))
        }
      case .store:
        return .run { [library, password = state.password] _ in
          try? await library.save(text: password, name: "vault")
        }
      case .read:
        return .run { [library, password = state.password] send in
          do {
            for try await page in library.pages(name: password) {
              await send(.text(Redacted(page)))
            }
          } catch {
            await send(.number(1))
          }
        }
      case .lend(let number):
        return .run { [library] send in
          await send(.number((try? await library.lend(number: number)) ?? 0))
        }
      }
      return .none
    }
  }
}
