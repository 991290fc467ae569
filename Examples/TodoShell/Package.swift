// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "TodoShell",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "reprise", path: "../..")],
  targets: [
    .target(
      name: "Todo",
      dependencies: [.product(name: "ComposableArchitecture", package: "reprise")]),
    .executableTarget(
      name: "TodoShell",
      dependencies: ["Todo", .product(name: "AppShell", package: "reprise")]),
    .testTarget(
      name: "TodoTests",
      dependencies: [
        "Todo", .product(name: "ComposableArchitectureTesting", package: "reprise"),
        .product(name: "SessionReplayTesting", package: "reprise"),
      ]),
  ]
)
