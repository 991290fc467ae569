extension Substitutes {
  static let application: [Substitute] = [
    Substitute(
      names: ["UIApplication"],
      text: """
        /// An app without scenes, which opens nothing.
        @MainActor public final class UIApplication: NSObject {
          public static let shared = UIApplication()
          public nonisolated static let openSettingsURLString = "app-settings:"
          public nonisolated static let openNotificationSettingsURLString =
            "app-settings:notifications"

          public var applicationIconBadgeNumber = 0
          public var isIdleTimerDisabled = false
          public let applicationState = State.active
          public let supportsAlternateIcons = false
          public private(set) var alternateIconName: String?

          public func canOpenURL(_ url: URL) -> Bool { false }
          @discardableResult public func open(
            _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]
          ) async -> Bool { false }
          public func open(
            _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
            completionHandler completion: ((Bool) -> Void)? = nil
          ) { completion?(false) }
          public func setAlternateIconName(_ name: String?) async throws {
            throw CocoaError(.featureUnsupported)
          }

          @Recordable public enum State: Int, Sendable { case active = 0, inactive, background }
          public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }
            public static let universalLinksOnly = Self(rawValue: "universalLinksOnly")
          }

          \(notifications(
            "didBecomeActive didEnterBackground didFinishLaunching didReceiveMemoryWarning "
              + "significantTimeChange userDidTakeScreenshot willEnterForeground willResignActive "
              + "willTerminate"))
        }

        """),
    Substitute(
      names: ["NSWorkspace"],
      text: """
        /// A workspace that opens nothing.
        public final class NSWorkspace: NSObject, Sendable {
          public static let shared = NSWorkspace()
          @discardableResult public func open(_ url: URL) -> Bool { false }
          public func activateFileViewerSelecting(_ urls: [URL]) {}
        }

        """),
  ]

  /// The names of notifications of the app, which are never posted.
  private static func notifications(_ names: String) -> String {
    names.split(separator: " ").map { name in
      let text = "UIApplication\(name.prefix(1).uppercased())\(name.dropFirst())Notification"
      return """
        public nonisolated static let \(name)Notification =
            Notification.Name("\(text)")
        """
    }.joined(separator: "\n  ")
  }
}
