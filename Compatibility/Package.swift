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

/// What the tests import, as users' packages declare it.
let users: [Target.Dependency] =
  modules.map { .byName(name: $0) }
  + [.product(name: "ComposableArchitecture", package: "reprise")]

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
  targets: modules.map { name in
    .target(
      name: name, dependencies: [.product(name: "ComposableArchitecture", package: "reprise")],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")])
  }
    + testModules.map { name in
      .target(
        name: name,
        dependencies: [.product(name: "ComposableArchitectureTesting", package: "reprise")],
        swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")])
    }
    + [
      .testTarget(
        name: "Swift5Tests", dependencies: users, path: "Tests/Swift5Tests",
        swiftSettings: [.swiftLanguageMode(.v5)]),
      .testTarget(
        name: "Swift6Tests", dependencies: users,
        path: "Tests/Swift6Tests", swiftSettings: [.swiftLanguageMode(.v6)]),
      // The users' tests of the main package, which builds them in the mode of Swift 6, in that of
      // Swift 5. The folders are links to them. Those that record apps use modules that are no
      // products.
      .testTarget(
        name: "AppsTests", dependencies: users, path: "Tests/AppsTests",
        exclude: [
          "PrivateFeatureTests.swift", "RecordedAppsTests.swift", "RecordedTypesTests.swift",
          "SharedSyncUpsTests.swift", "UnrecordablePartTests.swift",
        ],
        swiftSettings: [.swiftLanguageMode(.v5)]),
      .testTarget(
        name: "CaseStudyTests", dependencies: users, path: "Tests/CaseStudyTests",
        swiftSettings: [.swiftLanguageMode(.v5)]),
      .testTarget(
        name: "LibraryTests", dependencies: users, path: "Tests/LibraryTests",
        swiftSettings: [.swiftLanguageMode(.v5)]),
      // Tests that are built and not run: to link their module would link the bridge to the test
      // frameworks, which all other tests do without.
      .target(
        name: "TraitsUse", dependencies: ["DependenciesTestSupport"], path: "Tests/TraitsUse"),
    ]
)
