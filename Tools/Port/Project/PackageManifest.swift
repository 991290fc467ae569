import Foundation

/// A manifest of a package, as the package manager describes it.
struct PackageManifest: Decodable {
  struct Product: Decodable {
    let name: String
    let targets: [String]
  }

  struct Target: Decodable {
    struct Resource: Decodable {
      let path: String
      let rule: [String: JSONValue]
    }

    struct Setting: Decodable {
      let tool: String
      let kind: [String: JSONValue]
    }

    let name: String
    let type: String
    let path: String?
    let sources: [String]?
    let exclude: [String]?
    let resources: [Resource]?
    let settings: [Setting]?
    let dependencies: [[String: JSONValue]]
  }

  struct ToolsVersion: Decodable {
    let _version: String
  }

  let name: String
  let defaultLocalization: String?
  let products: [Product]
  let targets: [Target]
  let dependencies: [[String: JSONValue]]
  let swiftLanguageVersions: [String]?
  let toolsVersion: ToolsVersion

  /// Evaluates the manifest in a folder. Only `scratch` is written.
  static func read(_ folder: String, scratch: String) throws(PortError) -> PackageManifest {
    let result = try ToolRun(
      [
        ToolRun.swift, "package", "--package-path", folder, "--scratch-path", scratch,
        "dump-package",
      ], log: "\(scratch)/manifest.log")
    let file = "\(folder)/Package.swift"
    // Warnings precede the description.
    guard result.hasSucceeded, let start = result.output.firstRange(of: "{\n")?.lowerBound else {
      // A line that only says that the manifest is invalid follows the reason, or precedes it.
      let lines = result.output.split(separator: "\n").filter {
        !$0.contains(/[Ii]nvalid manifest/)
      }
      let reason = lines.first { $0.contains("error: ") } ?? lines.last ?? "no output"
      throw .manifest(file, String(reason.trimmingPrefix("error: ")))
    }
    do {
      let data = Data(result.output[start...].utf8)
      return try JSONDecoder().decode(PackageManifest.self, from: data)
    } catch {
      throw .manifest(file, "unknown description: \(error)")
    }
  }
}
