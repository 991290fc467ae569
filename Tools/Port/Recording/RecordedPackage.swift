import Foundation

/// The additions of `--recordable` to a ported package.
struct RecordedPackage {
  let plan: RecordingPlan
  /// Further files of the package.
  var files: [String: Data] = [:]
  /// Further targets of the manifest.
  var targets: [String] = []

  func cuts(of source: AppSource, _ sources: PortedSources) -> Cuts {
    sources.cuts[source.path] ?? Cuts()
  }
}
