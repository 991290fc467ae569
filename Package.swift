// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

// MARK: Macros

// On Linux the macros build against the SwiftSyntax libraries that ship inside the toolchain, so
// that a clean build fetches and compiles no swift-syntax. Elsewhere they use the package.

#if os(Linux)
  /// The directory of the toolchain's own SwiftSyntax: modules and shared libraries.
  let toolchainSwiftSyntax: String = {
    let library = "/libPackageDescription.so"
    // Not `String(contentsOfFile:)`: it stops at the first page of a file in /proc.
    let file = FileHandle(forReadingAtPath: "/proc/self/maps")
    let maps = String(decoding: (try? file?.readToEnd()) ?? Data(), as: UTF8.self)
    guard
      let line = maps.split(separator: "\n").first(where: { $0.hasSuffix(library) }),
      let start = line.firstIndex(of: "/")
    else { fatalError("cannot locate the Swift toolchain: \(library) is not mapped") }
    // …/lib/swift/pm/ManifestAPI/libPackageDescription.so → …/lib/swift/host
    return URL(fileURLWithPath: String(line[start...]))
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("host").path
  }()

  let swiftSyntaxLibraries = [
    "SwiftBasicFormat", "SwiftCompilerPluginMessageHandling", "SwiftDiagnostics", "SwiftIfConfig",
    "SwiftOperators", "SwiftParser", "SwiftParserDiagnostics", "SwiftSyntax", "SwiftSyntaxBuilder",
    "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros",
  ]
  let macroPackages: [Package.Dependency] = []
  let macroDependencies: [Target.Dependency] = []
  let macroTestDependencies: [Target.Dependency] = []
  let syntaxDependencies: [Target.Dependency] = []
  let macroSwiftSettings: [SwiftSetting] = [.unsafeFlags(["-I", toolchainSwiftSyntax])]
  let macroLinkerSettings: [LinkerSetting] =
    [
      .unsafeFlags(
        ["-L", toolchainSwiftSyntax, "-Xlinker", "-rpath", "-Xlinker", toolchainSwiftSyntax])
    ] + swiftSyntaxLibraries.map { .linkedLibrary($0) }
#else
  let macroPackages: [Package.Dependency] = [
    .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0")
  ]
  let macroDependencies: [Target.Dependency] = [
    .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
    .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
  ]
  let macroTestDependencies: [Target.Dependency] = [
    .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax")
  ]
  let syntaxDependencies: [Target.Dependency] = [
    .product(name: "SwiftIfConfig", package: "swift-syntax"),
    .product(name: "SwiftOperators", package: "swift-syntax"),
    .product(name: "SwiftParser", package: "swift-syntax"),
  ]
  let macroSwiftSettings: [SwiftSetting] = []
  let macroLinkerSettings: [LinkerSetting] = []
#endif

// MARK: Rooms

/// A library of `folder`, and the test target at the same place under `Tests`.
func room(
  _ name: String, in folder: String, uses dependencies: [Target.Dependency] = [],
  usesMacros: Bool = false, testsUse testDependencies: [Target.Dependency] = [],
  testResources: [Resource]? = nil
) -> [Target] {
  // Tests do not depend on the macros themselves: SwiftPM would build them, and all that they use,
  // for the machine of the compiler, too. A dependency of the tested target expands the macros.
  let macros: [Target.Dependency] = usesMacros ? ["ComposableArchitectureMacros"] : []
  return [
    .target(name: name, dependencies: dependencies + macros, path: "\(folder)/\(name)"),
    .testTarget(
      name: "\(name)Tests", dependencies: [.byName(name: name)] + dependencies + testDependencies,
      path: "Tests/\(folder)/\(name)Tests", resources: testResources),
  ]
}

/// A feature, which depends on the architecture and the features that it presents, with exhaustive
/// tests.
func feature(
  _ name: String, hasScreen: Bool = true, presents features: [Target.Dependency] = [],
  testsUse testDependencies: [Target.Dependency] = []
) -> [Target] {
  room(
    name, in: "Features",
    uses: ["ComposableArchitecture"] + (hasScreen ? ["TerminalUI"] : []) + features,
    testsUse: ["ComposableArchitectureTesting", "SessionReplay"] + testDependencies)
}

let core: [Target] =
  [
    .systemLibrary(
      name: "CZlib", path: "Core/Recording/CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    // Processor instructions, system calls, and the handler of SIGBUS for mapped files that another
    // program shortens.
    .target(name: "CSystem", path: "Core/Recording/CSystem"),
    // Replacements of Dispatch's functions that add blocks to queues, for an observer of the
    // blocks.
    .target(name: "CQueueBlocks", path: "Core/Architecture/CQueueBlocks"),
    // A part of ncurses in functions, since Swift imports no macros, and the handlers of signals.
    .target(
      name: "CNcurses", dependencies: ["CSystem"], path: "Core/Terminal/CNcurses",
      linkerSettings: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])),
        .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]),
    .macro(
      name: "ComposableArchitectureMacros", dependencies: macroDependencies,
      path: "Core/Architecture/ComposableArchitectureMacros", swiftSettings: macroSwiftSettings,
      linkerSettings: macroLinkerSettings),
    // Compiles the sources of the macros, in a folder that is a link, instead of depending on them:
    // see `room`.
    .testTarget(
      name: "ComposableArchitectureMacrosTests",
      dependencies: macroDependencies + macroTestDependencies,
      path: "Tests/Core/Architecture/ComposableArchitectureMacrosTests",
      exclude: ["Macros/Plugin.swift"], swiftSettings: macroSwiftSettings,
      linkerSettings: macroLinkerSettings),
  ]
  + room("ValueDump", in: "Core/Architecture")
  + room("TerminalUI", in: "Core/Terminal")
  + room("IdentifiedArrays", in: "Core/Architecture")
  + room("Platform", in: "Core/Architecture", testsUse: ["SessionLog", "TestSupport"])
  + room("Issues", in: "Core/Architecture", testsUse: ["Platform"])
  + room("CaseKeyPaths", in: "Core/Architecture", uses: ["Issues"], usesMacros: true)
  + room(
    "DependencyInjection", in: "Core/Architecture",
    uses: ["Issues", "Platform"], usesMacros: true)
  + room(
    "RecordCoding", in: "Core/Architecture",
    uses: ["IdentifiedArrays", "Platform"], usesMacros: true,
    testsUse: ["DependencyInjection", "RecordedValues", "TestSupport"])
  + room(
    "RecordedValues", in: "Core/Recording", uses: ["Platform", "RecordCoding"],
    testsUse: ["DependencyInjection", "IdentifiedArrays", "TestSupport"])
  // Test support: temporary folders, seeded random numbers, schemas, sample and rewritten logs.
  + [
    .target(
      name: "TestSupport",
      dependencies: [
        "DependencyInjection", "Platform", "RecordCoding", "RecordedValues", "SessionLog",
        "SessionModel",
      ], path: "Tests/TestSupport"
    )
  ]
  + room(
    "SharedState", in: "Core/Architecture",
    uses: [
      "DependencyInjection", "IdentifiedArrays", "Issues", "Platform", "RecordCoding", "ValueDump",
    ],
    testsUse: ["TestSupport"])
  + room(
    "SessionLog", in: "Core/Recording", uses: ["CSystem", "CZlib", "Platform"],
    testsUse: ["TestSupport"])
  + room(
    "SessionModel", in: "Core/Recording",
    uses: ["Platform", "RecordCoding", "SessionLog"])
  + room(
    "SchemaEvolution", in: "Core/Replay", uses: ["RecordCoding", "RecordedValues"],
    testsUse: ["IdentifiedArrays"])
  + room(
    "SessionDocument", in: "Core/Replay",
    uses: [
      "Platform", "RecordCoding", "RecordedValues", "SchemaEvolution", "SessionLog", "SessionModel",
    ],
    testsUse: [
      "ComposableArchitecture", "DependencyInjection", "SessionRecording", "SessionReplay",
      "SessionReports", "SessionTestSupport", "TestSupport",
    ])
  // Lists the steps of a log, and links no runtime.
  + [
    .executableTarget(
      name: "StepLister",
      dependencies: ["RecordCoding", "RecordedValues", "SessionDocument", "SessionModel"],
      path: "Tests/Core/Replay/StepLister")
  ]
  // Shows which work of a test or a replay is left, and runs it in a chosen order; tested by both.
  + [
    .target(
      name: "Scheduling",
      dependencies: ["CQueueBlocks", "DependencyInjection", "Issues", "Platform"],
      path: "Core/Architecture/Scheduling")
  ]
  // The three rooms of the module that features import; its tests are the tests of all three.
  + [
    .target(
      name: "ReducerRuntime",
      dependencies: [
        "CaseKeyPaths", "ComposableArchitectureMacros", "DependencyInjection", "IdentifiedArrays",
        "Issues", "Platform", "RecordCoding", "SharedState", "ValueDump",
      ], path: "Core/Architecture/ReducerRuntime"),
    .target(
      name: "TestStores",
      dependencies: [
        "CaseKeyPaths", "DependencyInjection", "Issues", "Platform", "RecordCoding",
        "ReducerRuntime", "Scheduling", "SharedState", "ValueDump",
      ], path: "Core/Architecture/TestStores"),
    .target(
      name: "LegacySpellings",
      dependencies: [
        "CaseKeyPaths", "DependencyInjection", "IdentifiedArrays", "Issues", "RecordCoding",
        "ReducerRuntime", "SharedState", "TestStores", "ValueDump",
      ], path: "Core/Architecture/LegacySpellings"),
  ]
  + room(
    "ComposableArchitecture", in: "Core/Architecture",
    uses: [
      "CaseKeyPaths", "DependencyInjection", "IdentifiedArrays", "Issues", "LegacySpellings",
      "RecordCoding", "ReducerRuntime", "Scheduling", "SharedState", "TestStores", "ValueDump",
    ],
    testsUse: ["Platform", "RecordedValues", "SessionRecording"])
  + room(
    "ComposableArchitectureTesting", in: "Core/Architecture",
    uses: ["ComposableArchitecture", "DependencyInjection", "Issues", "Platform", "ValueDump"],
    testsUse: ["Scheduling", "TestSupport"])
  // How processes that replay logs are started, and the handlers of signals in them.
  + [
    .target(
      name: "CReplayWorker", dependencies: ["CSystem"], path: "Core/Replay/CReplayWorker")
  ]
  + room(
    "SessionRecording", in: "Core/Recording",
    uses: [
      "CSystem", "DependencyInjection", "Issues", "Platform", "RecordCoding", "RecordedValues",
      "ReducerRuntime", "SessionLog", "SessionModel", "SharedState",
    ],
    testsUse: [
      "ComposableArchitecture", "IdentifiedArrays", "SchemaEvolution", "SessionDocument",
      "SessionReplay", "SessionReports", "SessionTestSupport", "TestSupport",
    ])
  + room(
    "SessionReplay", in: "Core/Replay",
    uses: [
      "CReplayWorker", "DependencyInjection", "Issues", "Platform", "RecordCoding",
      "RecordedValues", "ReducerRuntime", "Scheduling", "SchemaEvolution", "SessionDocument",
      "SessionLog", "SessionModel", "SessionRecording", "SharedState",
    ],
    testsUse: [
      "ComposableArchitecture", "SessionReports", "SessionTestSupport", "TestGeneration",
      "TestStores", "TestSupport",
    ])
  + room(
    "ReplayCorpus", in: "Core/Replay",
    uses: [
      "CReplayWorker", "Platform", "RecordCoding", "RecordedValues", "SessionDocument",
      "SessionLog", "SessionModel", "SessionRecording", "SessionReplay",
    ],
    testsUse: ["ComposableArchitecture", "SessionReports", "SessionTestSupport", "TestSupport"])
  // Sessions of an app in a simulated world.
  + room(
    "Simulation", in: "Core/Replay",
    uses: [
      "DependencyInjection", "Issues", "Platform", "RecordCoding", "RecordedValues",
      "ReducerRuntime", "ReplayCorpus", "Scheduling", "SchemaEvolution", "SessionDocument",
      "SessionLog", "SessionModel", "SessionRecording", "SessionReplay", "SharedState",
    ],
    testsUse: [
      "ComposableArchitecture", "CReplayWorker", "IdentifiedArrays", "SessionTestSupport",
      "TestSupport",
    ])
  + room(
    "SessionMinimizing", in: "Core/Replay",
    uses: [
      "DependencyInjection", "Issues", "Platform", "RecordCoding", "RecordedValues",
      "ReducerRuntime", "ReplayCorpus", "SessionDocument", "SessionLog", "SessionModel",
      "SessionRecording", "SessionReplay", "SharedState",
    ],
    testsUse: ["ComposableArchitecture", "SessionTestSupport", "TestSupport"])
  + room(
    "TestGeneration", in: "Core/Replay",
    uses: [
      "CaseKeyPaths", "DependencyInjection", "IdentifiedArrays", "Platform", "RecordCoding",
      "RecordedValues", "ReducerRuntime", "SessionDocument", "SessionLog", "SessionModel",
      "SessionRecording", "SessionReplay", "SharedState",
    ],
    testsUse: ["ComposableArchitecture", "SessionTestSupport", "TestSupport"])
  + room(
    "SessionReports", in: "Core/Replay",
    uses: [
      "Platform", "RecordCoding", "RecordedValues", "ReducerRuntime", "ReplayCorpus",
      "SchemaEvolution", "SessionDocument", "SessionLog", "SessionModel", "SessionReplay",
    ],
    testsUse: ["ComposableArchitecture", "SessionRecording", "SessionTestSupport", "TestSupport"])
  + room(
    "SessionReplayTesting", in: "Core/Replay",
    uses: [
      "ComposableArchitectureTesting", "DependencyInjection", "Issues", "Platform", "RecordCoding",
      "RecordedValues", "ReducerRuntime", "ReplayCorpus", "Scheduling", "SchemaEvolution",
      "SessionDocument", "SessionLog", "SessionModel", "SessionRecording", "SessionReplay",
      "Simulation", "ValueDump",
    ],
    testsUse: ["ComposableArchitecture", "SessionTestSupport", "TestGeneration", "TestSupport"])
  // The apps and the recorded sessions that the tests of these rooms share.
  + [
    .target(
      name: "SessionTestSupport",
      dependencies: [
        "ComposableArchitecture", "DependencyInjection", "Issues", "Platform", "RecordCoding",
        "RecordedValues", "SessionDocument", "SessionLog", "SessionModel", "SessionRecording",
        "SessionReplay", "SessionReports", "Simulation",
      ], path: "Tests/SessionTestSupport")
  ]

let features: [Target] =
  feature("Counter")
  + feature("PrimeModal", hasScreen: false)
  + feature("FavoritePrimes")
  + feature("Alerts")
  + feature("ShoppingList")
  + feature("StepTracker")
  + feature("SendMessage")
  + feature("EventSelection")
  + feature("Undo", hasScreen: false, testsUse: ["SessionModel", "SessionRecording"])
  + [
    // The same feature once more, as a reducer with an explicit environment.
    .testTarget(
      name: "ShoppingListEnvironmentTests",
      dependencies: ["ComposableArchitecture", "ComposableArchitectureTesting", "ShoppingList"],
      path: "Tests/Features/ShoppingListEnvironmentTests"),
    // Earlier forms of the app, whose sessions today's app replays.
    .testTarget(
      name: "OlderSessionsTests",
      dependencies: [
        "App", "ComposableArchitecture", "Counter", "DependencyInjection", "RecordCoding",
        "RecordedValues", "SchemaEvolution", "SessionLog", "SessionModel", "SessionRecording",
        "SessionReplay", "SessionReports", "SessionTestSupport",
      ],
      path: "Tests/Features/OlderSessionsTests"),
  ]
  + feature(
    "App",
    presents: [
      "Alerts", "Counter", "EventSelection", "FavoritePrimes", "PrimeModal", "SendMessage",
      "ShoppingList", "StepTracker", "Undo",
    ],
    testsUse: ["RecordCoding", "RecordedValues", "SessionRecording", "SessionTestSupport"])

let tools: [Target] =
  // The system's own option parser, which the platform modules leave out on Linux.
  [
    .systemLibrary(name: "CGetopt", path: "Tools/CGetopt"),
    // GNU libmicrohttpd, which is loaded when a page is served.
    .target(name: "CMicrohttpd", path: "Tools/CMicrohttpd"),
    // The files of the page for the browser.
    .target(name: "CSessionPage", path: "Tools/SessionPage/Embedding"),
  ]
  // Options, help, completions, output and signals of any program.
  + room(
    "CommandLineKit", in: "Tools",
    uses: ["CGetopt", "Platform"],
    testsUse: ["TestSupport"])
  // The page for the browser and its server, which know logs and no app.
  + room(
    "PageServer", in: "Tools",
    uses: [
      "CMicrohttpd", "CommandLineKit", "CSessionPage", "Platform", "ReplayCorpus",
      "SessionDocument", "SessionLog", "SessionModel", "SessionRecording", "SessionReplay",
      "SessionReports",
    ], testsUse: ["ComposableArchitecture", "TestSupport"])
  // Both full screens: models, views, and the driver of the terminal.
  + room(
    "TerminalApp", in: "Tools",
    uses: [
      "CNcurses", "CommandLineKit", "ComposableArchitecture", "CSystem", "Platform", "RecordCoding",
      "RecordedValues", "ReplayCorpus", "SessionDocument", "SessionLog", "SessionModel",
      "SessionRecording", "SessionReplay", "TerminalUI",
    ], testsUse: ["DependencyInjection", "TestSupport"])
  + room(
    "AppShell", in: "Tools",
    uses: [
      "CommandLineKit", "ComposableArchitecture", "CReplayWorker", "DependencyInjection",
      "PageServer", "Platform", "RecordCoding", "RecordedValues", "ReplayCorpus", "SchemaEvolution",
      "SessionDocument", "SessionLog", "SessionMinimizing", "SessionModel", "SessionRecording",
      "SessionReplay", "SessionReports", "Simulation", "TerminalApp", "TerminalUI",
      "TestGeneration",
    ], testsUse: ["TestSupport"])
  // What the fuzzer does with an input, built and tested everywhere.
  + room(
    "FuzzedLogs", in: "Tools",
    uses: [
      "ComposableArchitecture", "CZlib", "DependencyInjection", "RecordCoding", "RecordedValues",
      "SessionDocument", "SessionLog", "SessionModel", "SessionRecording", "SessionReplay",
      "SessionReports",
    ], testsUse: ["Platform", "TestSupport"])
  + [
    .executableTarget(
      name: "reprise", dependencies: ["App", "AppShell", "ComposableArchitecture"],
      path: "Tools/reprise"),
    // An app that fails in ways in which the sample app does not.
    .executableTarget(
      name: "FaultyApp", dependencies: ["AppShell", "ComposableArchitecture"],
      path: "Tests/Tools/FaultyApp"),
    // An app with many forms of effects, which `make effect-mutants` builds from a changed copy.
    .executableTarget(
      name: "EffectForms", dependencies: ["AppShell", "ComposableArchitecture"],
      path: Context.environment["EFFECT_FORMS"] ?? "Tests/Tools/EffectForms"),
    // An app whose effects are drawn from seeds, which `make drawn-effects` records and replays.
    .executableTarget(
      name: "DrawnEffects", dependencies: ["AppShell", "ComposableArchitecture"],
      path: "Tests/Tools/DrawnEffects"),
    .testTarget(
      name: "DrawnEffectsTests", dependencies: ["DrawnEffects"],
      path: "Tests/Tools/DrawnEffectsTests"),
    // An app whose logs claim much and hold little; it writes them, too.
    .executableTarget(
      name: "HostileApp",
      dependencies: ["AppShell", "ComposableArchitecture", "FuzzedLogs", "SessionLog", "Undo"],
      path: "Tests/Tools/HostileApp"),
    .testTarget(
      name: "repriseTests",
      dependencies: [
        "Platform", "SessionDocument", "SessionLog", "SessionModel", "SessionReplay", "TestSupport",
      ],
      path: "Tests/Tools/repriseTests"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Alerts", "App", "AppShell", "CommandLineKit", "ComposableArchitecture",
        "ComposableArchitectureTesting", "Counter", "DeepApp", "DependencyInjection",
        "FavoritePrimes", "PrimeModal", "RecordCoding", "ReducerRuntime", "SessionDocument",
        "SessionLog", "SessionModel", "SessionRecording",
        "SessionReplay", "SessionReports", "ShoppingList", "Simulation",
      ], path: "Tools/Benchmarks"),
    // Small changes of the features' reducers, which replays of the golden sessions must detect.
    .executableTarget(
      name: "Mutants", dependencies: syntaxDependencies + ["CommandLineKit", "Platform"],
      path: "Tools/Mutants",
      swiftSettings: macroSwiftSettings, linkerSettings: macroLinkerSettings),
    .testTarget(
      name: "MutantsTests", dependencies: ["Mutants"], path: "Tests/Tools/MutantsTests",
      swiftSettings: macroSwiftSettings),
    // The program `reprise-port`, which writes a package from an app for Apple's systems.
    .executableTarget(
      name: "Port", dependencies: syntaxDependencies + ["CommandLineKit", "Platform"],
      path: "Tools/Port",
      swiftSettings: macroSwiftSettings, linkerSettings: macroLinkerSettings),
    .testTarget(
      name: "PortTests", dependencies: ["CommandLineKit", "Port", "TestSupport"],
      path: "Tests/Tools/PortTests", swiftSettings: macroSwiftSettings),
  ]

/// The entry point of libFuzzer, which only `make fuzz` builds: it is for Linux alone.
let fuzzing: [Target] =
  Context.environment["FUZZING"] == nil
  ? []
  : [
    .systemLibrary(name: "CFuzzer", path: "Tools/CFuzzer"),
    .executableTarget(
      name: "Fuzzing",
      dependencies: ["CFuzzer", "FuzzedLogs"], path: "Tools/Fuzzing",
      swiftSettings: [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
  ]

/// The tests that `make generated-tests` has the built executable make of the golden sessions.
let generated: [Target] =
  Context.environment["GENERATED_TESTS"] == nil
  ? []
  : [
    .testTarget(
      name: "GeneratedSessionTests",
      dependencies: [
        "Alerts", "App", "AppShell", "ComposableArchitecture", "Counter", "EventSelection",
        "FaultyApp", "FavoritePrimes", "PrimeModal", "SendMessage", "SessionReplayTesting",
        "ShoppingList", "StepTracker", "Undo",
      ], path: ".build/generated-tests/Sessions")
  ]

/// The test targets to build, separated by spaces; `nil` builds all of them.
let testTargets = Context.environment["TEST_TARGETS"]?.split(separator: " ").map(String.init)

/// Whole apps, written as users of the library write them, with their settings, which are recorded
/// and replayed as well. The tests that record nothing are those of the package `Compatibility`.
let compatibility: [Target] = [
  .testTarget(
    name: "CompatibilityAppsTests",
    dependencies: [
      "ComposableArchitecture", "DependencyInjection", "Issues", "SessionRecording",
      "SessionReplay", "SessionReplayTesting", "SessionTestSupport", "TestSupport",
    ],
    path: "Tests/Compatibility/Apps"),
  // The features of SyncUps, for the figures of a deep app. They have a different name, because the
  // package of SyncUps depends on this one, and a module has one name in both.
  .target(
    name: "DeepApp", dependencies: ["ComposableArchitecture", "TerminalUI"],
    path: "Examples/SyncUps/Sources/SyncUpsFeatures"),
  // The module of `Compatibility` with `urlSession`, whose calls are recorded and replayed.
  .target(
    name: "NetworkDependencies", dependencies: ["ComposableArchitecture"],
    path: "Compatibility/Sources/Dependencies",
    swiftSettings: [
      .define("FoundationNetworking"), .define("IN_MAIN_PACKAGE"),
      .enableUpcomingFeature("InternalImportsByDefault"),
    ]),
  .testTarget(
    name: "NetworkDependenciesTests",
    dependencies: [
      "ComposableArchitecture", "DependencyInjection", "NetworkDependencies", "RecordCoding",
      "SessionDocument", "SessionLog", "SessionModel", "SessionRecording", "SessionReplay",
      "TestSupport",
    ],
    path: "Tests/Compatibility/NetworkDependenciesTests"),
]

// MARK: Package

let package = Package(
  name: "reprise",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11)],
  // The sample app is not declared, because a user's package could then have no module with the
  // name of one of its modules, such as `App`. The package manager adds the executable by itself.
  products: [
    .executable(name: "reprise-port", targets: ["Port"]),
    .library(name: "AppShell", targets: ["AppShell"]),
    .library(name: "ComposableArchitecture", targets: ["ComposableArchitecture"]),
    .library(
      name: "ComposableArchitectureTesting", targets: ["ComposableArchitectureTesting"]),
    .library(name: "SessionRecording", targets: ["SessionRecording"]),
    .library(
      name: "SessionReplay",
      targets: ["ReplayCorpus", "SessionMinimizing", "SessionReplay", "TestGeneration"]),
    .library(name: "SessionReplayTesting", targets: ["SessionReplayTesting"]),
    .library(name: "Undo", targets: ["Undo"]),
    .library(name: "TerminalUI", targets: ["TerminalUI"]),
  ],
  traits: [
    .trait(
      name: "EarlierTypes",
      description: "'Effect<Action, Never>' and 'Reducer<State, Action, Environment>', as in code "
        + "written before version 1; the protocol has the name 'ReducerProtocol'.")
  ],
  dependencies: macroPackages,
  targets: (core + features + tools + fuzzing + generated + compatibility)
    .filter { $0.type != .test || testTargets?.contains($0.name) ?? true }
)

for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .swiftLanguageMode(.v6)
    ]
  if !compatibility.contains(where: { $0.name == target.name }) {
    target.swiftSettings?.append(contentsOf: [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ])
  }
  // Not by `--sanitize=fuzzer`, which would give the compiler plugin a second `main`.
  if !fuzzing.isEmpty, target.type != .macro {
    target.swiftSettings?.append(.unsafeFlags(["-sanitize=fuzzer"]))
  }
  // Snapshots and sessions are stored beside their tests, and are not built.
  if target.type == .test, let path = target.path {
    let files = FileManager.default.enumerator(atPath: "\(Context.packageDirectory)/\(path)")
    target.exclude +=
      files?.compactMap { $0 as? String }
      .filter { ["__Snapshots__", "Sessions"].contains($0.split(separator: "/").last) }
      .sorted() ?? []
  }
  // A warning is an error in CI only.
  if Context.environment["CI"] != nil {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
  }
}
