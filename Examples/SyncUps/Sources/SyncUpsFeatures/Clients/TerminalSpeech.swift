import ComposableArchitecture
import Foundation

/// The speech recognition of a terminal, which reads phrases because there is no microphone.
///
/// The environment variable `SYNCUPS_SPEECH` selects the phrases: a file with one phrase per line,
/// or by default a fixed text. The value `denied` denies the permission to listen.
package final class TerminalSpeech: Sendable {
  static let variable = "SYNCUPS_SPEECH"

  static let shared = TerminalSpeech(
    setting: ProcessInfo.processInfo.environment[TerminalSpeech.variable])

  private static let interval = Duration.seconds(3)
  private static let demo = [
    "Good morning, everybody.",
    "The importer works again.",
    "Today I write its tests.",
    "Nothing is in my way.",
  ]

  private let path: String?
  private let currentPermission: LockIsolated<SpeechPermission>

  /// Creates speech recognition with a value of `SYNCUPS_SPEECH`.
  package init(setting: String?) {
    let isDenied = setting == "denied"
    path = isDenied ? nil : setting
    currentPermission = LockIsolated(isDenied ? .denied : .undetermined)
  }

  package var permission: SpeechPermission { currentPermission.value }

  /// Grants the permission unless it is denied, and returns it.
  package func requestPermission() -> SpeechPermission {
    currentPermission.withValue { permission in
      if permission == .undetermined { permission = .granted }
      return permission
    }
  }

  /// Grants the permission.
  package func allow() {
    currentPermission.setValue(.granted)
  }

  /// Returns a stream with a phrase every three seconds.
  package func phrases(clock: any Clock<Duration>) -> AsyncThrowingStream<String, any Error> {
    AsyncThrowingStream { continuation in
      let speaking = Task {
        do {
          for phrase in try readPhrases() {
            try await clock.sleep(for: Self.interval)
            continuation.yield(phrase)
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in speaking.cancel() }
    }
  }

  private func readPhrases() throws(SpeechError) -> [String] {
    guard let path else { return Self.demo }
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw .unreadable(path: path)
    }
    return text.split(whereSeparator: \.isNewline).map(String.init)
  }
}

extension SpeechClient: DependencyKey {
  /// The speech recognition of a terminal.
  package static let liveValue = SpeechClient(
    permission: { TerminalSpeech.shared.permission },
    requestPermission: { TerminalSpeech.shared.requestPermission() },
    phrases: {
      @Dependency(\.continuousClock) var clock
      return TerminalSpeech.shared.phrases(clock: clock)
    })
}

extension SpeechClient: SimulationDependencyKey {
  /// The speech recognition of an explored session, which the user may deny, and which may fail.
  package static var simulationValue: SpeechClient {
    let permission = LockIsolated(SpeechPermission.undetermined)
    return SpeechClient(
      permission: { permission.value },
      requestPermission: {
        let isGranted = isDrawn(2, in: 3)
        return permission.withValue {
          if $0 == .undetermined { $0 = isGranted ? .granted : .denied }
          return $0
        }
      },
      phrases: {
        @Dependency(\.continuousClock) var clock
        return TerminalSpeech(setting: isDrawn(1, in: 4) ? "/missing.txt" : nil)
          .phrases(clock: clock)
      })
  }

  /// Returns `true` in `count` of `total` draws.
  private static func isDrawn(_ count: Int, in total: Int) -> Bool {
    @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
    return withRandomNumberGenerator { Int.random(in: 0..<total, using: &$0) } < count
  }
}
