import Platform
import RecordCoding
import RecordedValues
import SchemaEvolution
import SessionModel
import SessionRecording
import SharedState

/// The conversion of a log's shared values to the types of this build.
///
/// The types of shared values are known only when the app uses them.
package final class SharedValueResolution: Sendable {
  private struct Content {
    var log: SessionHeader?
    var resolvers: [Resolved] = []
    var obstacle: Incompatibility?
  }

  private struct Resolved {
    let description: String
    let type: ObjectIdentifier
    let changes: [SchemaChange]
  }

  private let migrations: [SessionMigration]
  private let version: Int
  private let reads: RecordedReads
  private let content = Mutex(Content())

  /// Creates a conversion to the types of an app's version, by its migrations.
  init(migrations: [SessionMigration], to version: Int, reads: RecordedReads) {
    self.migrations = migrations
    self.version = version
    self.reads = reads
  }

  var reading: SharedValueReading {
    SharedValueReading { [weak self] value, type, key in self?.convert(value, as: type, of: key) }
  }

  func begin(with log: SessionHeader) {
    content.withLock { $0 = Content(log: log) }
  }

  /// The first value that cannot be converted, if there is one.
  package var obstacle: Incompatibility? { content.withLock { $0.obstacle } }

  /// The changes of the converted types, in the order of their use.
  var changes: [SchemaChange] { content.withLock { $0.resolvers.flatMap(\.changes) } }

  private func convert(
    _ value: DescribedValue, as type: any Recordable.Type, of key: String
  ) -> [UInt8]? {
    let log = content.withLock { $0.log }
    do throws(ResolutionError) {
      let current = CurrentType(type)
      let converter = SharedValueConverter(migrations, to: version, of: log)
      let (bytes, changes) = try converter.bytes(of: value, as: current, key: key)
      note(changes, of: value, type)
      return bytes
    } catch {
      content.withLock { $0.obstacle = $0.obstacle ?? .sharedValue(key: key, error) }
      // The step must not count as matching.
      reads.noteUse()
      return nil
    }
  }

  private func note(
    _ changes: [SchemaChange], of value: DescribedValue, _ type: any Recordable.Type
  ) {
    let type = ObjectIdentifier(type)
    content.withLock { content in
      let isKnown = content.resolvers.contains {
        $0.type == type && $0.description == value.description
      }
      guard !isKnown else { return }
      content.resolvers.append(
        Resolved(description: value.description, type: type, changes: changes))
    }
  }
}

/// A type of this build, with the histories of its parts.
struct CurrentType {
  let types: SchemaBuilder
  let type: TypeReference

  init(_ type: any Recordable.Type) {
    types = SchemaBuilder()
    self.type = type.describe(in: types)
  }

  init(_ type: TypeReference, in types: SchemaBuilder) {
    (self.types, self.type) = (types, type)
  }
}

/// Converts values that were recorded with the description of their type.
struct SharedValueConverter {
  private let migrations: [SessionMigration]
  private let log: SessionHeader?

  init(_ migrations: [SessionMigration], to version: Int, of log: SessionHeader?) {
    let chain = log.flatMap {
      MigrationChain(of: migrations, from: $0.typesVersion, to: version)
    }
    (self.migrations, self.log) = (chain?.migrations ?? [], log)
  }

  /// Returns the bytes of a value as a current type, and the changes of its type.
  func bytes(
    of value: DescribedValue, as current: CurrentType, key: String
  ) throws(ResolutionError) -> (bytes: [UInt8], changes: [SchemaChange]) {
    // A generated test gives values of the current types.
    guard let recorded = description(of: value, like: current) else { return (value.bytes, []) }
    let resolver = SchemaResolver(from: recorded.schema, to: current.types)
    let resolution = resolver.resolution(from: recorded.type, to: current.type)
    let old = try decoded(value, as: recorded)
    let new: RecordedValue
    if migrations.isEmpty {
      new = try resolution.resolve(old)
    } else {
      let migrated = MigratedValueResolution(
        schema: recorded.schema, type: recorded.type,
        steps: migrations.map { migration in { migration.sharedValue(key, &$0) } },
        resolver: resolver, newType: current.type)
      new = try migrated.resolve(old, filling: nil)
    }
    return (current.types.schema.bytes(of: new, as: current.type), resolver.changes)
  }

  private func decoded(
    _ value: DescribedValue, as recorded: TypeDescription
  ) throws(ResolutionError) -> RecordedValue {
    do throws(RecordDecodingError) {
      var decoder = RecordDecoder(value.bytes)
      let decoded = try decoder.decodeValue(of: recorded.type, in: recorded.schema)
      guard decoder.isAtEnd else { throw .truncated(offset: decoder.position) }
      return decoded
    } catch {
      throw .conversion(error)
    }
  }

  /// Returns the description of a value's type.
  ///
  /// A log of version 0.1 has none, except for the types that its states and actions contain too.
  private func description(
    of value: DescribedValue, like current: CurrentType
  ) -> TypeDescription? {
    if let description = TypeDescription(value.description) { return description }
    guard let log else { return nil }
    let today = TypeDescription(schema: current.types.schema, type: current.type)
    guard let type = today.type(in: log.schema) else { return today }
    return TypeDescription(schema: log.schema, type: type)
  }
}
