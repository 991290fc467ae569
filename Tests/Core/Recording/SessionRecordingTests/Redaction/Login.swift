import ComposableArchitecture
import Foundation
import RecordCoding
import SessionRecording
import SessionReplay

/// A feature that handles secrets in every way: as fields, payloads, reads and keys.
@Reducer
struct Login {
  @Recordable
  struct State: Equatable {
    var name = ""
    @Redacted var password = ""
    var isLongEnough = false
    var attempts: [Attempt] = []
    var uses: [Redacted<String>: Int] = [:]
    @Redacted var pin: Int?
    @Redacted var session: UUID?
  }

  @Recordable struct Attempt: Equatable {
    @Redacted var password: String
    var isRepeated: Bool
  }

  @Recordable
  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case rename(String)
    case passwordChanged(Redacted<String>)
    case keyTapped(Redacted<String>)
    case pinTyped(digit: Redacted<Int>)
    case submit
  }

  /// The difference between a build and the recording build.
  var forgetsRepetition = false

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .rename(let name): state.name = name
      case .passwordChanged(let password): state.password = password.wrappedValue
      case .keyTapped(let key): state.password += key.wrappedValue
      case .pinTyped(let digit): state.pin = (state.pin ?? 0) * 10 + digit.wrappedValue
      case .submit:
        let isRepeated = state.attempts.contains { $0.password == state.password }
        state.attempts.append(
          Attempt(password: state.password, isRepeated: isRepeated && !forgetsRepetition))
        state.uses[Redacted(state.password), default: 0] += 1
        state.session = uuid()
      }
      state.isLongEnough = state.password.count >= 8
      return .none
    }
  }
}

extension RecordedDependency {
  /// Identities that are secrets.
  static let secretUUID = RecordedDependency(
    "uuid", \.uuid, reads: Redacted<UUID>.self
  ) { uuid, draw in
    UUIDGenerator { draw { Redacted(uuid()) }.wrappedValue }
  }
}
