import Foundation
import Platform
package import RecordCoding

/// The first line of a log, which describes the app, the recording and the types of its values.
package struct SessionHeader: Codable, Hashable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case format, version, requires, optional, context, app, appVersion, build, schemaVersion
    case recorded, level, schema, state, action, redacted, shared, supplements
    case endpoints, undescribed
    case dependencies = "draws"
  }

  /// A dependency whose reads are in the log.
  package struct Dependency: Codable, Hashable, Sendable {
    package let name: String
    package let type: TypeReference

    package init(name: String, type: TypeReference) {
      self.name = name
      self.type = type
    }
  }

  /// An endpoint whose calls by effects are in the log.
  package struct Endpoint: Codable, Hashable, Sendable {
    /// The names of the client and of the endpoint, such as `DiceClient.roll`. The key replaces the
    /// name of the client if there are several of its type.
    package var name: String
    /// The name of the client's key, such as `dice`; `nil` for a client that has none, and in older
    /// logs.
    package var key: String?
    /// The names of the client's type and of the endpoint, if `name` has the name of the key.
    package var client: String?
    package let arguments: [TypeReference]
    /// The type of the result or of the elements of a stream, or `nil` for none.
    package let answer: TypeReference?
    package let isStream: Bool
    /// The type of the errors, or `nil` for errors of any type and for none.
    package let failure: TypeReference?

    /// The names of the client's type and of the endpoint.
    package var typeName: String { client ?? name }

    package init(
      name: String, arguments: [TypeReference], answer: TypeReference?, isStream: Bool,
      failure: TypeReference?
    ) {
      self.name = name
      self.arguments = arguments
      self.answer = answer
      self.isStream = isStream
      self.failure = failure
    }
  }

  /// The name of the format, always `reprise`.
  package var format = "reprise"
  package var version = 2
  /// The features that a reader must support to read the log correctly.
  package var requires: [String] = []
  /// The features that a reader may use or ignore.
  package var optional: [String] = []
  /// The environment of the app, such as its device, or `nil` if the app described none.
  package var context: [String: String]?
  package var app: String
  package var appVersion: String
  package var build: String
  /// The version of the app's types, for its migrations, or `nil` for the first.
  package var schemaVersion: Int?
  /// The start of the recording as ISO 8601.
  package var recorded: String
  /// The level of detail of each step.
  package var level: RecordingLevel
  package var schema: Schema
  package var state: TypeReference
  package var action: TypeReference
  /// The fields and associated values that are stored only as tokens, or `nil` if there are none.
  package var redacted: [String]?
  /// The fields of the state that refer to shared values, or `nil` if there are none or the log is
  /// older.
  package var shared: [SharedField]?
  /// The types of the additional data in keyframes, or `nil` if there are none.
  package var supplements: [TypeReference]?
  /// The paths of references in the state that the log cannot describe, or `nil` if there are none.
  package var undescribed: [String]?
  /// The endpoints whose calls by effects are in the log, or `nil` if it contains no events. Each
  /// call has an index into this list.
  package var endpoints: [Endpoint]?
  /// The dependencies whose reads are in the log. Each read has an index into this list.
  package var dependencies: [Dependency]
}

extension SessionHeader {
  /// Creates the header of a session of an app, with the dependencies that a function describes.
  package init<State: Recordable, Action: Recordable>(
    app: AppIdentity, state: State.Type, action: Action.Type, recorded: String,
    level: RecordingLevel, describingIn builder: SchemaBuilder,
    dependencies describe: (SchemaBuilder) -> [Dependency],
    endpoints describeEndpoints: (SchemaBuilder) -> [Endpoint]? = { _ in nil }
  ) {
    let state = builder.reference(to: State.self)
    let shared = builder.sharedFields
    let action = builder.reference(to: Action.self)
    let sharing =
      builder.hasSharedValues
      ? [Self.sharedState, Self.references] + Self.featuresOfReferences(in: Action.self) : []
    let dependencies = describe(builder)
    let endpoints = describeEndpoints(builder)
    self.init(
      requires: [Self.identityTypes]
        + (builder.supplements.isEmpty ? [] : [Self.partDigests])
        + sharing + (endpoints == nil ? [] : [Self.calls, Self.interruptions]),
      optional: endpoints == nil ? [] : [Self.clockDurations],
      app: app.name, appVersion: app.version,
      build: app.build,
      schemaVersion: app.schemaVersion == 1 ? nil : app.schemaVersion, recorded: recorded,
      level: level, schema: builder.schema, state: state, action: action,
      redacted: builder.redactions.isEmpty ? nil : builder.redactions,
      shared: shared.isEmpty ? nil : shared,
      supplements: builder.supplements.isEmpty ? nil : builder.supplements,
      endpoints: endpoints, dependencies: dependencies)
  }
}

extension SessionHeader {
  /// Returns the endpoint with an index, or `nil` if there is none.
  package func endpoint(at index: Int) -> Endpoint? {
    endpoints.flatMap { $0.indices.contains(index) ? $0[index] : nil }
  }
}

extension SessionHeader.Endpoint {
  /// The types of all values in the events of a call.
  package var types: [TypeReference] { arguments + [answer, failure].compactMap { $0 } }
}

extension SessionHeader {
  /// The feature of logs in which steps may represent changes of shared state from outside.
  package static let sharedState = "sharedState"
  /// Whether the state has values that are shared by reference.
  package var sharesValues: Bool { requires.contains(Self.sharedState) }
  /// The feature of logs that describe each reference by its root and the path from it. Logs of
  /// version 0.1 describe no references to elements.
  package static let references = "references"
  package var describesReferences: Bool { requires.contains(Self.references) }
  /// The feature of logs in which the references of an action precede it.
  package static let actionReferences = "actionReferences"
  package var describesActionReferences: Bool { requires.contains(Self.actionReferences) }

  private static func featuresOfReferences<Action: Recordable>(in action: Action.Type) -> [String] {
    let builder = SchemaBuilder()
    _ = builder.reference(to: Action.self)
    return builder.hasSharedValues ? [actionReferences] : []
  }

  package static let marks = "marks"
  /// The feature of logs that contain the calls of effects.
  package static let calls = "calls"
  /// The feature of logs that tell which cancellations of effects came from outside of the store.
  package static let interruptions = "interruptions"
  package var tellsInterruptions: Bool { requires.contains(Self.interruptions) }

  /// The feature of logs in which a clock's readings are in order, and a sleep counts from the
  /// previous deadline of its task. In older logs, a sleep counts from a reading of the clock,
  /// which its deadline was computed from.
  package static let clockDurations = "clockDurations"
  package var hasClockDurations: Bool { optional.contains(Self.clockDurations) }

  /// The feature of logs that contain the types of effect identities.
  package static let identityTypes = "identityTypes"
  /// The feature of logs whose blocks may end with digests of the parts that keyframes add.
  package static let partDigests = "partDigests"

  /// The version of the app's types in the log.
  package var typesVersion: Int { schemaVersion ?? 1 }

  /// Whether effects were recorded. The log may lack endpoints if they did nothing.
  package var recordsEffects: Bool { level == .effects }

  /// Returns the header of a log whose effects did nothing, without endpoints and their types.
  package func withoutEndpoints() -> SessionHeader {
    var header = self
    header.requires.removeAll { [Self.calls, Self.interruptions].contains($0) }
    header.optional.removeAll { $0 == Self.clockDurations }
    header.endpoints = nil
    header.schema = schema.prefix(
      containing: [state, action] + dependencies.map(\.type) + (supplements ?? []))
    return header
  }

  /// Returns the header of a log with the same steps, but without calls of effects.
  package func withoutCalls() -> SessionHeader {
    var header = withoutEndpoints()
    if level == .effects { header.level = .steps }
    return header
  }
}

extension SessionHeader {
  /// The headers that were encoded last: one of a session's start, and one of its end. Simulations
  /// write the same ones each time, and encoding one takes longer than recording a short session.
  private static let recentLines = Mutex<[(header: SessionHeader, line: [UInt8])]>([])

  package func line() -> [UInt8] {
    Self.recentLines.withLock { lines in
      if let known = lines.first(where: { $0.header == self }) { return known.line }
      // A header consists of strings and numbers, which always encode.
      guard let json = try? JSONEncoder.canonical.encode(self) else {
        preconditionFailure("no JSON for a header")
      }
      lines = lines.suffix(1) + [(self, Array(json))]
      return Array(json)
    }
  }
}

extension SessionHeader {
  /// The last header that could be read, without its date.
  private static let lastReadable = Mutex<SessionHeader?>(nil)

  /// Throws an error if a log with the header could not be read, for example because of the name of
  /// a type.
  package func check() throws(SessionHeaderError) {
    var header = self
    header.recorded = ""
    guard Self.lastReadable.withLock({ $0 != header }) else { return }
    do {
      _ = try JSONDecoder().decode(SessionHeader.self, from: Data(header.line()))
    } catch {
      throw SessionHeaderError(cause: (error as? DecodingError)?.summary ?? "\(error)")
    }
    Self.lastReadable.withLock { $0 = header }
  }
}

/// The reason why a header with the types of an app cannot be read.
package struct SessionHeaderError: Error, Equatable, CustomStringConvertible {
  let cause: String

  package var description: String {
    "the types of the app cannot be recorded: \(cause). Change the name or the type."
  }
}

/// The identity of an app in its logs.
///
///     let app = AppIdentity(name: "feedd", version: "1.0", build: "41")
public struct AppIdentity: Hashable, Sendable {
  /// The name. Only an app with the same name can replay a log.
  public var name: String
  /// The version, for display.
  public var version: String
  /// The build, for display.
  public var build: String

  /// The version of the app's types, counted from 1, to which its migrations lead.
  public var schemaVersion: Int

  /// Creates the identity of an app.
  public init(name: String, version: String, build: String, schemaVersion: Int = 1) {
    self.name = name
    self.version = version
    self.build = build
    self.schemaVersion = schemaVersion
  }
}

/// The level of detail of a log, which determines how precisely a replay can locate a difference.
///
///     var options = SessionRecordingOptions()
///     options.level = .actions
public enum RecordingLevel: String, CaseIterable, Codable, Sendable {
  /// Exact state changes, and the calls that effects make of dependencies.
  case effects
  /// Exact state changes. A replay reports the first step and field that differ.
  case steps
  /// Only whole states at intervals. A replay reports the two states between which it differs.
  case actions
}
