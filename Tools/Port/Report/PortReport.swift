/// The result of a port: the features and tests that were taken, and the reasons for the others.
package struct PortReport: Codable, Equatable, Sendable {
  /// A feature or a test.
  package struct Item: Codable, Equatable, Sendable {
    package enum Status: String, Codable, Sendable {
      case taken
      /// Some functions or effects are left out, and end the program if they are reached.
      case partly
      case missing
    }

    package let module: String
    package let name: String
    package let file: String
    package let line: Int
    package let status: Status
    package let reason: String?
    /// The line that the reason is about.
    package let reasonLine: Int?
  }

  /// The lines that are left out as something.
  package struct Blanked: Codable, Equatable, Sendable {
    package let kind: Cut.Kind
    package let count: Int
    package let lines: Int
  }

  /// A reason for parts that are left out, and its remedy.
  package struct Reason: Codable, Equatable, Sendable {
    package let text: String
    package let count: Int
    package let remedy: String
  }

  /// The program that records sessions of a feature.
  package struct Program: Codable, Equatable, Sendable {
    package let name: String
    package let feature: String
  }

  package let isBuilt: Bool
  /// The error that ended the builds.
  package let error: String?
  /// The program of `--recordable`, and its root feature; `nil` without one.
  package let program: Program?
  package let modules: [String]
  package let ported: [String]
  package let missing: [String: String]
  package let remarks: [String]
  package let features: [Item]
  package let tests: [Item]
  package let blanked: [Blanked]
  package let reasons: [Reason]
  package let lines: Int
  package let builds: Int
  package let seconds: Double
  package let buildSeconds: Double
}
