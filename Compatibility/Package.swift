// swift-tools-version: 6.2
import PackageDescription

// The modules that code for pointfreeco's libraries imports, as re-exports of Reprise. They are a
// package of their own, so that they collide with nothing in the graph of who does not need them.

/// The modules of the architecture and of what it is built on.
let modules = [
  "CasePaths", "CasePathsCore", "Clocks", "CombineSchedulers", "ConcurrencyExtras", "CustomDump",
  "Dependencies", "DependenciesMacros", "IdentifiedCollections", "IssueReporting", "Perception",
  "PerceptionCore", "Sharing", "SwiftNavigation", "XCTestDynamicOverlay",
]

/// The modules that only tests import.
let testModules = ["DependenciesTestSupport"]

/// The dependencies of the tests, as users' packages declare them.
let users: [Target.Dependency] =
  modules.map { .byName(name: $0) }
  + [.product(name: "ComposableArchitecture", package: "reprise")]

/// Whether tests that compile in both language modes are built in that of Swift 6, instead of Swift 5.
let isSwift6 = Context.environment["LANGUAGE_MODE"] == "6"

/// The test targets to build, separated by spaces; `nil` builds all of them.
let testTargets = Context.environment["TEST_TARGETS"]?.split(separator: " ").map(String.init)

/// Tests that are written as users' are, in a folder of their name.
func tests(_ name: String, in mode: SwiftLanguageMode? = nil) -> Target {
  .testTarget(
    name: name, dependencies: users, path: "Tests/\(name)",
    swiftSettings: [.swiftLanguageMode(mode ?? (isSwift6 ? .v6 : .v5))])
}

/// A module of published names, over a product of the main package.
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
    .default(enabledTraits: ["FoundationNetworking"]),
  ],
  dependencies: [.package(name: "reprise", path: "..")],
  targets: modules.map { module($0, of: "ComposableArchitecture") }
    + testModules.map { module($0, of: "ComposableArchitectureTesting") }
    + [
      // Tests that are built and not run: to link their module would link the bridge to the test
      // frameworks, which all other tests do without.
      .target(
        name: "TraitsUse", dependencies: ["DependenciesTestSupport"], path: "Tests/TraitsUse")
    ]
    + [
      tests("Swift5Tests", in: .v5),
      tests("Swift6Tests", in: .v6),
      tests("LibraryTests"),
      tests("CaseStudyTests"),
      // A target for each module whose published library has tests of its own.
      tests("CasePathsTests"),
      tests("ClocksTests"),
      tests("CustomDumpTests"),
      tests("DependenciesTests"),
      tests("IdentifiedCollectionsTests"),
      tests("SharingTests"),
    ]
    .filter { testTargets?.contains($0.name) ?? true }
)
