import Foundation
package import RecordCoding
import RecordSchema
package import SessionLog

/// The first line of a log: what app it is of, when it was made, and what its values look like.
package struct SessionHeader: Codable, Hashable, Sendable {
  /// A dependency whose reads are in the log.
  package struct Draw: Codable, Hashable, Sendable {
    /// The name of the dependency.
    package let name: String
    /// The type of what is read.
    package let type: TypeReference
  }

  /// Always `reprise`.
  package var format = "reprise"
  /// The version of the format.
  package var version = 2
  /// What a reader must know of to read the log rightly.
  package var requires: [String] = []
  /// What a reader may use, and may as well pass over.
  package var optional: [String] = []
  /// What the app said of where it ran, such as its device; left out if it said nothing.
  package var context: [String: String]?
  /// The name of the app.
  package var app: String
  /// The version of the app.
  package var appVersion: String
  /// How the app was built.
  package var build: String
  /// The version of the app's types, for its migrations; left out for the first.
  package var schemaVersion: Int?
  /// When the recording began, as ISO 8601.
  package var recorded: String
  /// How exactly the log can tell where a replay differs.
  package var level: RecordingLevel
  /// The named types that the references below refer to.
  package var schema: Schema
  /// The type of the state.
  package var state: TypeReference
  /// The type of the actions.
  package var action: TypeReference
  /// The fields and associated values of which the log has tokens only; left out if there are none.
  package var redacted: [String]?
  /// The types of what keyframes hold beside the state; left out if there are none.
  package var supplements: [TypeReference]?
  /// The dependencies whose reads are in the log; a read has its index in this list.
  package var draws: [Draw]
}

extension SessionHeader {
  /// The header of a session of an app.
  package init<State: Recordable, Action: Recordable>(
    app: AppIdentity, state: State.Type, action: Action.Type, dependencies: [RecordedDependency],
    recorded: String, level: RecordingLevel = .steps,
    describingIn builder: SchemaBuilder = SchemaBuilder()
  ) {
    let state = builder.reference(to: State.self)
    let action = builder.reference(to: Action.self)
    let sharesValues = builder.hasSharedValues
    let draws = dependencies.map { dependency in
      builder.describe(part: dependency.name) {
        Draw(name: dependency.name, type: dependency.describe(builder))
      }
    }
    self.init(
      requires: [Self.identityTypes]
        + (builder.supplements.isEmpty ? [] : [Self.partDigests])
        + (sharesValues ? [Self.sharedState] : []),
      app: app.name, appVersion: app.version,
      build: app.build,
      schemaVersion: app.schemaVersion == 1 ? nil : app.schemaVersion, recorded: recorded,
      level: level, schema: builder.schema, state: state, action: action,
      redacted: builder.redactions.isEmpty ? nil : builder.redactions,
      supplements: builder.supplements.isEmpty ? nil : builder.supplements, draws: draws)
  }
}

extension SessionHeader {
  /// The feature of logs in which steps may stand for changes of shared state from outside.
  package static let sharedState = "sharedState"
  /// The feature of logs that may have marks.
  package static let marks = "marks"

  /// The feature of logs that hold the types of the identities of effects.
  package static let identityTypes = "identityTypes"
  /// The feature of logs in which blocks may end with digests of what only keyframes hold.
  package static let partDigests = "partDigests"

  /// Whether what a log's keyframes hold beside the state can be read as this header's types.
  package func readsSupplements(of log: SessionHeader) -> Bool {
    let (mine, theirs) = (supplements ?? [], log.supplements ?? [])
    guard mine.count == theirs.count else { return false }
    return zip(mine, theirs).allSatisfy { mine, theirs in
      SchemaDifference.first(from: log.schema, theirs, to: schema, mine) == nil
    }
  }

  /// The version of the types that the log holds.
  package var typesVersion: Int { schemaVersion ?? 1 }
}

extension SessionHeader {
  /// The header as one line of JSON.
  package func line() -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A header is made of text and numbers only, which always encode.
    guard let json = try? encoder.encode(self) else { preconditionFailure("no JSON for a header") }
    return Array(json)
  }
}

extension LogReaderOptions {
  /// Reads logs of sessions, with the steps in their journals.
  package static let session = LogReaderOptions(
    supportedFeatures: [
      SessionHeader.identityTypes, SessionHeader.partDigests, SessionHeader.sharedState,
      SessionHeader.marks, LogFormat.laterStart,
    ],
    blockOfEntries: JournalEntries.block, payloadBehind: StepColumns.payload)
}

/// What an app calls itself in its logs.
///
///     let app = AppIdentity(name: "feedd", version: "1.0", build: "41")
public struct AppIdentity: Hashable, Sendable {
  /// The name; a log is replayed only by the app whose name it has.
  public var name: String
  /// The version, for people.
  public var version: String
  /// How it was built, for people.
  public var build: String

  /// The version of its types, which its migrations lead to; counted from 1.
  public var schemaVersion: Int

  /// Creates the identity of an app.
  public init(name: String, version: String, build: String, schemaVersion: Int = 1) {
    self.name = name
    self.version = version
    self.build = build
    self.schemaVersion = schemaVersion
  }
}

/// How much of each step a log holds, and so how exactly it tells where a replay differs.
///
///     var options = SessionRecordingOptions()
///     options.level = .actions
public enum RecordingLevel: String, CaseIterable, Codable, Sendable {
  /// The exact change of state: a replay tells the first step and field that differ.
  case steps
  /// No change, only whole states now and then: a replay tells between which two it differs.
  case actions
}
