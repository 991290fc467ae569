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
    let result = try ChildProcess.run(
      [
        ChildProcess.swift, "package", "--package-path", folder, "--scratch-path", scratch,
        "dump-package",
      ], log: "\(scratch)/manifest.log")
    let file = "\(folder)/Package.swift"
    // Warnings precede the description.
    guard result.hasSucceeded, let start = result.output.firstRange(of: "{\n")?.lowerBound else {
      let lines = result.output.split(separator: "\n")
      let reason = lines.last { $0.contains("error:") } ?? lines.last ?? "no output"
      throw .manifest(file, String(reason))
    }
    do {
      let data = Data(result.output[start...].utf8)
      return try JSONDecoder().decode(PackageManifest.self, from: data)
    } catch {
      throw .manifest(file, "unknown description: \(error)")
    }
  }
}

/// Any value in JSON.
enum JSONValue: Decodable, Equatable {
  case null
  case text(String)
  case bool(Bool)
  case list([JSONValue])
  case object([String: JSONValue])
  case number(Double)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  subscript(index: Int) -> JSONValue? {
    if case .list(let list) = self, list.indices.contains(index) { list[index] } else { nil }
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
}
