// swift-tools-version: 6.2
import PackageDescription

// The modules that users of pointfreeco's libraries import, as re-exports of Reprise. They are a
// separate package. Users who do not need them have no conflicts in their package graph.

/// The modules of the architecture and its foundations.
let modules = [
  "CasePaths", "CasePathsCore", "Clocks", "CombineSchedulers", "ConcurrencyExtras", "CustomDump",
  "Dependencies", "DependenciesMacros", "IdentifiedCollections", "IssueReporting", "Perception",
  "PerceptionCore", "Sharing", "SwiftNavigation", "XCTestDynamicOverlay",
]

/// The modules that only tests import.
let testModules = [
  "ConcurrencyExtrasTestSupport", "DependenciesTestSupport", "IssueReportingTestSupport",
]

/// The dependencies of the tests, declared as in a user's package.
let users: [Target.Dependency] =
  modules.map { .byName(name: $0) }
  + [.product(name: "ComposableArchitecture", package: "reprise")]

/// Whether tests that compile in both language modes use Swift 6 mode instead of Swift 5 mode.
let isSwift6 = Context.environment["LANGUAGE_MODE"] == "6"

/// The test targets to build, separated by spaces, or `nil` for all.
let testTargets = Context.environment["TEST_TARGETS"]?.split(separator: " ").map(String.init)

/// Returns a test target in the folder of its name, written like a user's tests.
func tests(_ name: String, in mode: SwiftLanguageMode? = nil) -> Target {
  .testTarget(
    name: name, dependencies: users, path: "Tests/\(name)",
    swiftSettings: [.swiftLanguageMode(mode ?? (isSwift6 ? .v6 : .v5))])
}

/// Returns a module with the published names, backed by a product of the main package.
func module(_ name: String, of product: String) -> Target {
  .target(
    name: name, dependencies: [.product(name: product, package: "reprise")],
    swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")])
}

let package = Package(
  name: "Compatibility",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11)],
  products: (modules + testModules).map { .library(name: $0, targets: [$0]) },
  traits: [
    .trait(
      name: "FoundationNetworking",
      description: "Provides '\\.urlSession', for which an app loads the networking library."),
    .trait(
      name: "EarlierTypes",
      description: "'Effect<Action, Never>' and 'Reducer<State, Action, Environment>', as in code "
        + "written before version 1; the protocol has the name 'ReducerProtocol'."),
    .default(enabledTraits: ["FoundationNetworking"]),
  ],
  dependencies: [
    // A release has the URL and the version here; see Tools/Release/compatibility.sh.
    .package(
      name: "reprise", path: "..",
      traits: [.trait(name: "EarlierTypes", condition: .when(traits: ["EarlierTypes"]))])
  ],
  targets: modules.map { module($0, of: "ComposableArchitecture") }
    + testModules.map { module($0, of: "ComposableArchitectureTesting") }
    + [
      // This target is built but never run. Linking its modules would also link the bridge to the
      // test frameworks, which no other test needs.
      .target(
        name: "TraitsUse", dependencies: testModules.map { .byName(name: $0) },
        path: "Tests/TraitsUse")
    ]
    + [
      tests("Swift5Tests", in: .v5),
      tests("Swift6Tests", in: .v6),
      tests("LibraryTests"),
      tests("EarlierTypesTests", in: .v5),
      tests("CaseStudyTests"),
      // A target for each module with tests in its published library.
      tests("CasePathsTests"),
      tests("ClocksTests"),
      tests("CustomDumpTests"),
      tests("DependenciesTests"),
      tests("IdentifiedCollectionsTests"),
      tests("SharingTests"),
    ]
    .filter { testTargets?.contains($0.name) ?? true }
)
