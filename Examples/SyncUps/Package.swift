// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "SyncUps",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "reprise", path: "../..")],
  targets: [
    .target(
      name: "SyncUpsFeatures",
      dependencies: [
        .product(name: "ComposableArchitecture", package: "reprise"),
        .product(name: "TerminalUI", package: "reprise"),
      ]),
    .executableTarget(
      name: "SyncUps",
      dependencies: ["SyncUpsFeatures", .product(name: "AppShell", package: "reprise")]),
    .testTarget(
      name: "SyncUpsTests",
      dependencies: [
        "SyncUpsFeatures", .product(name: "ComposableArchitectureTesting", package: "reprise"),
        .product(name: "SessionReplayTesting", package: "reprise"),
      ]),
  ]
)
