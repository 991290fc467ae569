import Foundation

/// The modules that do not come from the app or from the packages that it depends on.
package enum KnownModules {
  /// Modules of the toolchain on Linux.
  static let system: Set = [
    "CoreFoundation", "Dispatch", "Distributed", "Foundation", "FoundationEssentials",
    "FoundationNetworking", "FoundationXML", "Glibc", "Observation", "RegexBuilder", "Swift",
    "Synchronization", "Testing", "XCTest", "_Concurrency", "_StringProcessing",
  ]

  /// Products of Reprise itself.
  static let reprise: Set = ["ComposableArchitecture", "ComposableArchitectureTesting"]

  /// Modules of the package `Compatibility`.
  static let compatibility: Set = [
    "CasePaths", "CasePathsCore", "Clocks", "CombineSchedulers", "ConcurrencyExtras", "CustomDump",
    "Dependencies", "DependenciesMacros", "DependenciesTestSupport", "IdentifiedCollections",
    "IssueReporting", "Perception", "PerceptionCore", "Sharing", "SwiftNavigation",
    "XCTestDynamicOverlay",
  ]

  /// The modules of Reprise that a package with a dependency on Reprise may not declare, too.
  package static let rooms = Set(
    """
    AppShell CGetopt CMicrohttpd CNcurses CQueueBlocks CReplayWorker CSessionPage CSystem CZlib \
    CaseKeyPaths CommandLineKit ComposableArchitecture ComposableArchitectureMacros \
    ComposableArchitectureTesting DependencyInjection FuzzedLogs IdentifiedArrays Issues \
    LegacySpellings PageServer Platform Port RecordCoding RecordedValues ReducerRuntime \
    ReplayCorpus Scheduling SchemaEvolution SessionDocument SessionLog SessionMinimizing \
    SessionModel SessionRecording SessionReplay SessionReplayTesting SessionReports SharedState \
    Simulation TerminalApp TerminalUI TestGeneration TestStores Undo ValueDump
    """.split(separator: " ").map(String.init))

  /// Modules of the published packages for views, whose other names a module here has.
  static let replaced = [
    "IssueReportingTestSupport": "IssueReporting", "SwiftUINavigation": "SwiftNavigation",
    "SwiftUINavigationCore": "SwiftNavigation", "UIKitNavigation": "SwiftNavigation",
    "_SwiftUINavigationState": "SwiftNavigation",
  ]

  /// The identities of the packages whose modules Reprise and `Compatibility` have.
  static let replacedPackages: Set = [
    "combine-schedulers", "swift-case-paths", "swift-clocks", "swift-composable-architecture",
    "swift-concurrency-extras", "swift-custom-dump", "swift-dependencies",
    "swift-identified-collections", "swift-issue-reporting", "swift-navigation",
    "swift-perception", "swift-sharing", "swiftui-navigation", "xctest-dynamic-overlay",
  ]

  /// Whether an app that imports the module uses the architecture or a part of it.
  static func isArchitecture(_ module: String) -> Bool {
    reprise.contains(module) || compatibility.contains(module) || replaced[module] != nil
  }

  /// Whether the app cannot declare a module with this name.
  static func isTaken(_ module: String) -> Bool {
    rooms.contains(module) || compatibility.contains(module)
  }

  /// Whether every port has the module.
  static func isAvailable(_ module: String) -> Bool {
    system.contains(module) || reprise.contains(module) || compatibility.contains(module)
  }

  /// Whether the module is a framework of Apple's systems.
  static func isFramework(_ module: String) -> Bool { frameworks.contains(module) }

  private static let frameworks = Set(
    """
    ARKit AVFAudio AVFoundation AVKit Accelerate Accessibility AccessorySetupKit Accounts \
    ActivityKit AdServices AdSupport AddressBook AlarmKit AppIntents AppKit \
    AppTrackingTransparency AudioToolbox AuthenticationServices BackgroundTasks CFNetwork \
    CallKit CarPlay Charts CloudKit ClockKit Cocoa Combine CommonCrypto Compression \
    Contacts ContactsUI CoreAudio CoreBluetooth CoreData CoreGraphics CoreHaptics CoreImage \
    CoreLocation CoreLocationUI CoreMIDI CoreML CoreMedia CoreMotion CoreNFC CoreServices \
    CoreSpotlight CoreTelephony CoreText CoreVideo CoreWLAN CryptoKit CryptoTokenKit Darwin \
    DeveloperToolsSupport DeviceActivity DeviceCheck EventKit EventKitUI \
    ExposureNotification ExtensionFoundation FamilyControls FileProvider FoundationModels \
    GLKit GameController GameKit GameplayKit GroupActivities HealthKit HealthKitUI HomeKit \
    IOKit ImageIO ImagePlayground Intents IntentsUI JavaScriptCore LinkPresentation \
    LocalAuthentication MachO ManagedSettings MapKit MediaAccessibility MediaPlayer \
    MessageUI Messages Metal MetalKit MetricKit MobileCoreServices ModelIO \
    MultipeerConnectivity NaturalLanguage NearbyInteraction Network NetworkExtension \
    NotificationCenter OSLog ObjectiveC OpenGLES PDFKit PassKit PencilKit Photos PhotosUI \
    PushKit QuartzCore QuickLook QuickLookThumbnailing RealityKit ReplayKit SafariServices \
    SceneKit ScreenTime Security SensitiveContentAnalysis ServiceManagement ShazamKit \
    Social SoundAnalysis Speech SpriteKit StoreKit SwiftData SwiftUI SwiftUICore Symbols \
    SystemConfiguration TabularData ThreadNetwork TipKit Translation UIKit \
    UniformTypeIdentifiers UserNotifications UserNotificationsUI VideoToolbox Vision \
    VisionKit WatchConnectivity WatchKit WeatherKit WebKit WidgetKit WorkoutKit \
    XCTestExtensions XCUIAutomation os simd
    """.split(separator: " ").map(String.init))
}
