/// Types of Apple's frameworks that states and actions name, as plain values.
enum Substitutes {
  /// The module that contains them.
  static let module = "AppleSubstitutes"

  /// The text of a type, or of several types that need each other.
  struct Substitute {
    /// The names that it declares.
    let names: [String]
    let text: String
  }

  /// An enumeration of cases without values.
  static func enumeration(
    _ name: String, of inherited: String, _ cases: String
  ) -> Substitute {
    Substitute(
      names: [name],
      text: """
        @Recordable public enum \(name): \(inherited), Sendable {
          case \(cases)
        }

        """)
  }

  /// A set of options, with the bits of each.
  static func optionSet(_ name: String, _ options: KeyValuePairs<String, UInt>) -> Substitute {
    let constants = options.map { "\($0) = Self(rawValue: \($1))" }.joined(separator: ", ")
    return Substitute(
      names: [name],
      text: """
        public struct \(name): OptionSet, Hashable, Sendable {
          public let rawValue: UInt
          public init(rawValue: UInt) { self.rawValue = rawValue }
          public static let \(constants)
        }

        """)
  }

  static let all = application + colors + locations + interface + services + texts + digests

  /// Returns the file with the types that sources mention, and that the app does not declare.
  static func text(for mentioned: Set<String>, declared: Set<String>) -> String? {
    var taken: [Substitute] = []
    var wanted = mentioned
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for item in all where !taken.contains(where: { $0.names == item.names }) {
        guard item.names.contains(where: { wanted.contains($0) }),
          !item.names.contains(where: { declared.contains($0) })
        else { continue }
        taken.append(item)
        // A type may need another one.
        wanted.formUnion(all.flatMap(\.names).filter { item.text.contains($0) })
        hasChanged = true
      }
    }
    guard !taken.isEmpty else { return nil }
    let texts = all.filter { item in taken.contains { $0.names == item.names } }.map(\.text)
    return
      (["// Written by reprise-port.", "import ComposableArchitecture", "import Foundation\n"]
      + texts)
      .joined(separator: "\n") + "\n"
  }

  /// Whether the type that takes the place of the name is recordable.
  static func isRecordable(_ name: String) -> Bool {
    all.contains { item in
      item.names.contains(name)
        && item.text.split(separator: "\n").contains { line in
          line.contains(" \(name): ") && line.contains("Recordable")
        }
    }
  }

  /// Whether a mention of the name has a substitute.
  static func has(_ name: String) -> Bool { all.contains { $0.names.contains(name) } }
}
