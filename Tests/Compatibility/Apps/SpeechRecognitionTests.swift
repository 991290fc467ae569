import ComposableArchitecture
import Foundation
import Testing

@Reducer(.recordable)
struct SpeechRecognition {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    var isRecording = false
    var transcribedText = ""
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case recordButtonTapped
    case speech(Result<String, any Error>)
    case speechRecognizerAuthorizationStatusResponse(AuthorizationStatus)

    @Recordable
    enum Alert: Equatable {}
  }

  enum Failure: Error, Equatable {
    case taskError
    case couldntStartAudioEngine
  }

  @Dependency(\.speechClient) var speechClient
  private enum CancelID { case speech }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .alert:
        return .none

      case .recordButtonTapped:
        state.isRecording.toggle()
        guard state.isRecording
        else { return .cancel(id: CancelID.speech) }

        return .run { send in
          let status = await self.speechClient.requestAuthorization()
          await send(.speechRecognizerAuthorizationStatusResponse(status))
          guard status == .authorized else { return }
          for try await result in await self.speechClient.startTask() {
            await send(.speech(.success(result.transcript)))
          }
        } catch: { error, send in
          await send(.speech(.failure(error)))
        }
        .cancellable(id: CancelID.speech)

      case .speech(.failure(Failure.couldntStartAudioEngine)):
        state.isRecording = false
        state.alert = AlertState { TextState("An error occurred. Please try again.") }
        return .none

      case .speech(.failure):
        state.isRecording = false
        state.alert = AlertState {
          TextState("An error occurred while transcribing. Please try again.")
        }
        return .none

      case let .speech(.success(transcribedText)):
        state.transcribedText = transcribedText
        return .none

      case let .speechRecognizerAuthorizationStatusResponse(status):
        state.isRecording = status == .authorized
        switch status {
        case .authorized, .notDetermined:
          return .none
        case .denied:
          state.alert = AlertState { TextState("You denied access to speech recognition.") }
          return .none
        case .restricted:
          state.alert = AlertState { TextState("Your device does not allow speech recognition.") }
          return .none
        }
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

@MainActor
struct SpeechRecognitionTests {
  let recognitionTask = AsyncThrowingStream.makeStream(of: SpeechRecognitionResult.self)

  private func store(status: AuthorizationStatus) -> TestStoreOf<SpeechRecognition> {
    TestStore(initialState: SpeechRecognition.State()) {
      SpeechRecognition()
    } withDependencies: {
      $0.speechClient.requestAuthorization = { status }
      $0.speechClient.startTask = { [stream = recognitionTask.stream] in stream }
    }
  }

  @Test
  func denyAuthorization() async {
    let store = store(status: .denied)
    await store.send(.recordButtonTapped) {
      $0.isRecording = true
    }
    await store.receive(\.speechRecognizerAuthorizationStatusResponse) {
      $0.alert = AlertState { TextState("You denied access to speech recognition.") }
      $0.isRecording = false
    }
  }

  @Test
  func restrictedAuthorization() async {
    let store = store(status: .restricted)
    await store.send(.recordButtonTapped) {
      $0.isRecording = true
    }
    await store.receive(\.speechRecognizerAuthorizationStatusResponse) {
      $0.alert = AlertState { TextState("Your device does not allow speech recognition.") }
      $0.isRecording = false
    }
  }

  @Test
  func allowAndRecord() async {
    let store = store(status: .authorized)
    await store.send(.recordButtonTapped) {
      $0.isRecording = true
    }
    await store.receive(\.speechRecognizerAuthorizationStatusResponse)
    recognitionTask.continuation.yield(SpeechRecognitionResult(transcript: "Hi", isFinal: false))
    await store.receive(\.speech.success) {
      $0.transcribedText = "Hi"
    }
    recognitionTask.continuation.yield(SpeechRecognitionResult(transcript: "Hi!", isFinal: true))
    await store.receive(\.speech.success) {
      $0.transcribedText = "Hi!"
    }
    await store.send(.recordButtonTapped) {
      $0.isRecording = false
    }
  }

  @Test(arguments: [
    (
      SpeechRecognition.Failure.couldntStartAudioEngine, "An error occurred. Please try again."
    ),
    (.taskError, "An error occurred while transcribing. Please try again."),
  ])
  func failure(error: SpeechRecognition.Failure, message: String) async {
    let store = store(status: .authorized)
    await store.send(.recordButtonTapped) {
      $0.isRecording = true
    }
    await store.receive(\.speechRecognizerAuthorizationStatusResponse)
    recognitionTask.continuation.finish(throwing: error)
    await store.receive(\.speech.failure) {
      $0.alert = AlertState { TextState(message) }
      $0.isRecording = false
    }
    await store.send(\.alert.dismiss) {
      $0.alert = nil
    }
  }

  @Test
  func nonExhaustive() async {
    let store = store(status: .authorized)
    store.exhaustivity = .off
    await store.send(.recordButtonTapped)
    recognitionTask.continuation.yield(SpeechRecognitionResult(transcript: "Hi", isFinal: true))
    recognitionTask.continuation.finish()
    await store.receive(\.speech.success)
    store.assert { $0.transcribedText = "Hi" }
  }
}
