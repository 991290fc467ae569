// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "StockService",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "reprise", path: "../..")],
  targets: [
    .target(
      name: "Stock",
      dependencies: [.product(name: "ComposableArchitecture", package: "reprise")]),
    .executableTarget(
      name: "StockService",
      dependencies: ["Stock", .product(name: "SessionRecording", package: "reprise")]),
    .executableTarget(
      name: "StockBenchmark",
      dependencies: ["Stock", .product(name: "SessionRecording", package: "reprise")]),
    .testTarget(
      name: "StockTests",
      dependencies: [
        "Stock", .product(name: "SessionReplayTesting", package: "reprise"),
      ], exclude: ["Sessions"]),
  ]
)
