import ComposableArchitecture
import Foundation

@Recordable
struct SyncUp: Equatable, Identifiable, Codable {
  let id: UUID
  var attendees: IdentifiedArrayOf<Attendee> = []
  var duration: Duration = .seconds(60 * 5)
  var meetings: IdentifiedArrayOf<Meeting> = []
  var theme: Theme = .bubblegum
  var title = ""

  var durationPerAttendee: Duration {
    duration / max(1, attendees.count)
  }
}

@Recordable
struct Attendee: Equatable, Identifiable, Codable {
  let id: UUID
  var name = ""
}

@Recordable
struct Meeting: Equatable, Identifiable, Codable {
  let id: UUID
  let date: Date
  var transcript: String
}

@Recordable
enum Theme: String, CaseIterable, Equatable, Hashable, Identifiable, Codable {
  case bubblegum
  case buttercup
  case indigo
  case lavender

  var id: Self { self }
}

extension SyncUp {
  static let mock = SyncUp(
    id: UUID(100),
    attendees: [
      Attendee(id: UUID(101), name: "Blob"),
      Attendee(id: UUID(102), name: "Blob Jr"),
    ],
    duration: .seconds(6),
    meetings: [
      Meeting(
        id: UUID(110), date: Date(timeIntervalSinceReferenceDate: -604_800),
        transcript: "Lorem ipsum")
    ],
    theme: .indigo,
    title: "Design")
}

@DependencyClient
struct DataManager: Sendable {
  var load: @Sendable (_ from: URL) throws -> Data
  var save: @Sendable (Data, _ to: URL) async throws -> Void
}

extension DataManager: TestDependencyKey {
  static let testValue = Self()

  static func mock(initialData: Data? = nil) -> DataManager {
    let data = LockIsolated(initialData)
    return DataManager(
      load: { _ in
        guard let data = data.value
        else {
          struct FileNotFound: Error {}
          throw FileNotFound()
        }
        return data
      },
      save: { newData, _ in data.setValue(newData) }
    )
  }
}

extension DependencyValues {
  var dataManager: DataManager {
    get { self[DataManager.self] }
    set { self[DataManager.self] = newValue }
  }
}

@Recordable
enum AuthorizationStatus: Equatable, Sendable {
  case notDetermined
  case denied
  case restricted
  case authorized
}

@Recordable
struct SpeechRecognitionResult: Equatable, Sendable {
  var transcript: String
  var isFinal: Bool
}

@DependencyClient
struct SpeechClient: Sendable {
  var authorizationStatus: @Sendable () -> AuthorizationStatus = { .denied }
  var requestAuthorization: @Sendable () async -> AuthorizationStatus = { .denied }
  var startTask: @Sendable () async -> AsyncThrowingStream<SpeechRecognitionResult, any Error> = {
    AsyncThrowingStream { nil }
  }
}

extension SpeechClient: TestDependencyKey {
  static let testValue = Self()
}

extension DependencyValues {
  var speechClient: SpeechClient {
    get { self[SpeechClient.self] }
    set { self[SpeechClient.self] = newValue }
  }
}
