/// The manifest of the ported package.
struct PortManifest {
  /// A target of the package.
  struct Target {
    let module: AppModule
    /// The path in the package.
    let path: String
    /// The modules and products that the sources import.
    let dependencies: [String]
    let resources: [ModuleResource]
  }

  let name: String
  /// The name of the package with the architecture.
  let reprise: String
  /// The packages, as arguments of `package(…)`.
  let packages: [String]
  let targets: [Target]
  let localization: String?
  /// Whether the package has the module of substitutes.
  let hasSubstitutes: Bool
  /// Lines for further targets.
  var programs: [String] = []

  var text: String {
    let substitutes =
      hasSubstitutes
      ? [
        """
            .target(
              name: "\(Substitutes.module)",
              dependencies: [.product(name: "ComposableArchitecture", package: \(reprise.quoted))],
              path: "Sources/\(Substitutes.module)", swiftSettings: [.swiftLanguageMode(.v5)]),
        """
      ] : []
    let language = localization.map { "\n  defaultLocalization: \($0.quoted)," } ?? ""
    return """
      // swift-tools-version: 6.2
      // Written by reprise-port, which replaces changes of this package.
      import PackageDescription

      let package = Package(
        name: \(name.quoted),\(language)
        platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11)],
        dependencies: [
      \(packages.map { "    .package(\($0))," }.joined(separator: "\n"))
        ],
        targets: [
      \((substitutes + targets.map(text) + programs).joined(separator: "\n"))
        ])

      """
  }

  private func text(of target: Target) -> String {
    let kind = target.module.isTest ? "testTarget" : "target"
    let resources = target.resources.map { ".\($0.rule)(\($0.path.quoted))" }
    let resourceList =
      resources.isEmpty ? "" : "\n      resources: [\(resources.joined(separator: ", "))],"
    return """
          .\(kind)(
            name: \(target.module.name.quoted),
            dependencies: [
      \(target.dependencies.map { "        \($0)," }.joined(separator: "\n"))
            ],
            path: \(target.path.quoted),\(resourceList)
            swiftSettings: [\(settings(of: target.module.settings).joined(separator: ", "))]),
      """
  }

  private func settings(of settings: ModuleSettings) -> [String] {
    [".swiftLanguageMode(.v\(settings.mode))"]
      + settings.upcomingFeatures.map { ".enableUpcomingFeature(\($0.quoted))" }
      + settings.experimentalFeatures.map { ".enableExperimentalFeature(\($0.quoted))" }
      + settings.defines.map { ".define(\($0.quoted))" }
      + (settings.isMainActorDefault ? [".defaultIsolation(MainActor.self)"] : [])
  }
}
