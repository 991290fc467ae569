import ComposableArchitecture
import DependencyInjection
import Foundation
import SessionRecording
import TestSupport

struct VoiceMemosUser: RandomUser {
  let name = "VoiceMemos"
  var app: VoiceMemos { VoiceMemos() }
  var state: VoiceMemos.State { VoiceMemos.State() }

  var recordedDependencies: [RecordedDependency] {
    [
      RecordedDependency("temporaryDirectory", \.temporaryDirectory, reads: URL.self) {
        directory, read in { read { directory() } }
      }
    ]
  }

  func prepare(_ values: inout DependencyValues, for world: RandomWorld) {
    values.temporaryDirectory = { URL(fileURLWithPath: "/tmp") }
    values.openSettings = {}
    values.audioRecorder.currentTime = { @Sendable in
      try? await world.wait()
      return world.below(3) == 0 ? nil : 1.5
    }
    values.audioRecorder.requestRecordPermission = { @Sendable in
      try? await world.wait()
      return world.below(4) > 0
    }
    values.audioRecorder.startRecording = { @Sendable _ in
      try await world.wait()
      try await world.wait()
      return try await world.answer(world.below(3) > 0)
    }
    values.audioRecorder.stopRecording = { @Sendable in try? await world.wait() }
    values.audioPlayer.play = { @Sendable _ in
      try await world.wait()
      return try await world.answer(true)
    }
  }

  func action(in state: VoiceMemos.State, _ generator: inout SeededGenerator) -> VoiceMemos.Action {
    if state.alert != nil, generator.below(2) == 0 { return .alert(.dismiss) }
    if state.recordingMemo != nil, generator.below(3) > 0 {
      return generator.pick([
        .recordingMemo(.presented(.onTask)), .recordingMemo(.presented(.onTask)),
        .recordingMemo(.presented(.stopButtonTapped)),
        .recordingMemo(.presented(.audioRecorderDidFinish(.success(true)))),
        .recordingMemo(.dismiss),
      ])
    }
    guard let id = generator.any(of: state.voiceMemos.ids), generator.below(4) > 0 else {
      return generator.below(20) == 0 ? .openSettingsButtonTapped : .recordButtonTapped
    }
    return generator.pick([
      .voiceMemos(.element(id: id, action: .playButtonTapped)),
      .voiceMemos(.element(id: id, action: .playButtonTapped)),
      .voiceMemos(.element(id: id, action: .titleTextFieldChanged("Song"))),
      .onDelete([generator.below(state.voiceMemos.count)]),
    ])
  }
}
