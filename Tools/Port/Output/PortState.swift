import Foundation
import Platform

/// The results of a port, with which the next one starts.
package struct PortState: Codable, Equatable {
  /// The version of the program's decisions. Results of other versions are not used.
  static let version = "3"

  /// A source and its cuts.
  struct File: Codable, Equatable {
    let digest: String
    let cuts: Cuts
  }

  /// A digest of everything but the contents of the sources.
  var key: String
  /// The sources by path.
  var files: [String: File] = [:]
  /// The names that Linux lacks, with the reasons.
  var unknown: [String: String] = [:]
  /// The names of the types without members.
  var opaque: [String] = []
  /// The names that the compiler was asked about.
  var probed: [String] = []
  /// The packages that do not build as they are declared.
  var unbuildable: [String] = []
  /// A type that an error has named as one that must be recordable.
  struct RecordedType: Codable, Equatable {
    let type: String
    let module: String
  }

  var recorded: [RecordedType] = []
  /// Whether the package was built.
  var isBuilt = false

  init(key: String) { self.key = key }

  static func read(_ folder: String) -> PortState? {
    FileManager.default.contents(atPath: "\(folder)/\(OutputFolder.stateFile)")
      .flatMap { try? JSONDecoder().decode(PortState.self, from: $0) }
  }

  func write(to folder: String) throws(PortError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try call(writing: folder) {
      var data = try encoder.encode(self)
      data.append(UInt8(ascii: "\n"))
      let url = URL(filePath: "\(folder)/\(OutputFolder.stateFile)")
      if FileManager.default.contents(atPath: url.path) != data { try data.write(to: url) }
    }
  }
}

/// A digest of texts, which is the same in each process.
struct Digest {
  private var hash = StableHash()

  init(_ texts: String...) {
    for text in texts { add(text) }
  }

  mutating func add(_ text: String) {
    hash.add(text.utf8)
    // A byte that no text has separates it from the next one.
    hash.add([0xff])
  }

  var text: String { String(hash.value, radix: 16) }
}
