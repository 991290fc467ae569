import RecordCoding
import RecordedValues
import SchemaEvolution
import SessionModel
import SessionDocument
import SessionRecording

/// The fit between the stored values that a session read and this build's types.
struct SharedValueFit {
  private var changes: [SchemaChange] = []
  private var obstacle: Incompatibility?

  /// Reads the whole log, or its intact part, if reducers of the app read stored values.
  init<State: Recordable, Action: Recordable>(
    of reader: SessionReader, to app: ReplayedApp<State, Action>
  ) {
    let name = RecordedDependency.sharedValues.name
    guard let index = reader.header.dependencies.firstIndex(where: { $0.name == name }) else {
      return
    }
    let types = SessionTypes(of: app)
    let converter = SharedValueConverter(
      app.migrations, to: app.identity.schemaVersion, of: reader.header)
    var known: [String: Set<String>] = [:]
    // Damage is reported by the code that reads the log.
    guard var cursor = try? SessionCursor(reader) else { return }
    while obstacle == nil, let step = try? cursor.next() {
      for read in step.reads where read.dependency == index {
        guard let value = DescribedValue(decoding: read.bytes),
          let current = Self.current(value, types)
        else { continue }
        let isNew = known[value.key, default: []].insert(value.description).inserted
        do throws(ResolutionError) {
          let new = try converter.bytes(of: value, as: current, key: value.key).changes
          if isNew { changes += new.filter { !changes.contains($0) } }
        } catch {
          obstacle = .sharedValue(key: value.key, error)
        }
      }
    }
  }

  /// Returns the current type with the names of a value's type. If there is none, returns `nil`:
  /// only a replay shows which type the value becomes.
  private static func current(_ value: DescribedValue, _ types: SessionTypes) -> CurrentType? {
    if let type = TypeDescription(value.description)?.type(in: types.header.schema) {
      return CurrentType(type, in: types.schema)
    }
    return value.type.map { CurrentType($0) }
  }

  func adding(to fit: SchemaFit?) -> SchemaFit? {
    let all = SchemaFit.adding(changes, to: fit)
    guard let obstacle else { return all }
    return SchemaFit(
      changes: all?.changes ?? [], migration: all?.migration, obstacle: obstacle)
  }
}
