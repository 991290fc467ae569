import RecordCoding
import RecordedValues
import SchemaEvolution
import SessionModel
import SessionDocument
import SessionRecording

/// The conversion of a log's values to this build's types.
package struct SessionResolution {
  struct Dependency {
    let name: String
    /// The app's dependency and the resolution of its values; `nil` if it has none of this name.
    let target: (index: Int, resolution: ValueResolution)?
  }

  let state: SessionValueResolution
  let action: SessionValueResolution
  let dependencies: [Dependency]
  let header: SessionHeader
  private let resolver: SchemaResolver
  let chain: MigrationChain?

  /// The changes since the log was recorded; for a migrated log, the changes found in it so far.
  var changes: [SchemaChange] { resolver.changes }

  var isSame: Bool {
    state.isSame && action.isSame
      && dependencies.allSatisfy { $0.target?.resolution.isSame == true }
  }

  init(from log: SessionHeader, to types: SessionTypes) {
    header = types.header
    let resolver = SchemaResolver(from: log.schema, to: types.schema)
    let chain = MigrationChain(
      of: types.migrations, from: log.typesVersion, to: header.typesVersion)
    self.chain = chain
    if let chain {
      func migrated(
        _ type: TypeReference, _ newType: TypeReference,
        _ step: (SessionMigration) -> @Sendable (inout RecordedTree) -> Void
      ) -> SessionValueResolution {
        .migrated(
          MigratedValueResolution(
            schema: log.schema, type: type, steps: chain.migrations.map(step), resolver: resolver,
            newType: newType))
      }
      state = migrated(log.state, header.state, \.state)
      action = migrated(log.action, header.action, \.action)
    } else {
      state = .byName(resolver.resolution(from: log.state, to: header.state))
      action = .byName(resolver.resolution(from: log.action, to: header.action))
    }
    dependencies = log.dependencies.map { dependency in
      let index = types.header.dependencies.firstIndex { $0.name == dependency.name }
      return Dependency(
        name: dependency.name,
        target: index.map { index in
          (
            index,
            resolver.resolution(from: dependency.type, to: types.header.dependencies[index].type)
          )
        })
    }
    self.resolver = resolver
  }

  /// Returns the reads of a step in the form in which this build records them.
  func resolve(
    _ reads: [RecordedRead], of log: SessionHeader
  ) throws(Incompatibility) -> [RecordedRead] {
    var result: [RecordedRead] = []
    for read in reads {
      guard let target = self.dependencies[read.dependency].target else {
        throw .reads(name: self.dependencies[read.dependency].name)
      }
      guard !target.resolution.isSame else {
        result.append(RecordedRead(dependency: target.index, bytes: read.bytes))
        continue
      }
      var decoder = RecordDecoder(read.bytes)
      var encoder = RecordEncoder()
      do {
        let value = try decoder.decodeValue(
          of: log.dependencies[read.dependency].type, in: log.schema)
        encoder.encode(
          try target.resolution.resolve(value), as: header.dependencies[target.index].type,
          in: header.schema)
      } catch {
        throw .reads(name: self.dependencies[read.dependency].name)
      }
      result.append(RecordedRead(dependency: target.index, bytes: encoder.bytes))
    }
    return result
  }
}

enum SessionValueResolution {
  case byName(ValueResolution)
  case migrated(MigratedValueResolution)

  var isSame: Bool {
    if case .byName(let resolution) = self { resolution.isSame } else { false }
  }

  func resolve(
    _ value: RecordedValue, filling: RecordedValue? = nil
  ) throws(ResolutionError) -> RecordedValue {
    switch self {
    case .byName(let resolution): try resolution.resolve(value, filling: filling)
    case .migrated(let resolution): try resolution.resolve(value, filling: filling)
    }
  }
}

/// The types of this build, described again to include the history that they declare.
struct SessionTypes {
  let schema: SchemaBuilder
  let header: SessionHeader
  let migrations: [SessionMigration]

  init<State: Recordable, Action: Recordable>(of app: ReplayedApp<State, Action>) {
    schema = SchemaBuilder()
    migrations = app.migrations
    header = SessionHeader(
      app: app.identity, state: State.self, action: Action.self, dependencies: app.dependencies,
      recorded: "", describingIn: schema)
  }
}

extension SessionResolution {
  /// Reads the whole log, or its intact part, only if a change may prevent its replay.
  func fit(of reader: SessionReader) -> SchemaFit {
    let mayFail =
      chain != nil || changes.contains { $0.grade == .impossible }
      || dependencies.contains { $0.target == nil }
    let obstacle = mayFail ? obstacle(in: reader) : nil
    return SchemaFit(
      changes: changes, migration: chain.map { .init(from: $0.from, to: $0.to) },
      obstacle: obstacle)
  }

  private func obstacle(in reader: SessionReader) -> Incompatibility? {
    do {
      var cursor = try SessionCursor(reader)
      guard cursor.knowsState else { return nil }
      try check(cursor.state, step: 0)
      while let step = try cursor.next() {
        try check(step, try reader.state(at: cursor), reader.header)
      }
    } catch let error as Incompatibility {
      return error
    } catch {
      // Damage is reported by the code that reads the log.
    }
    return nil
  }

  private func check(_ state: RecordedValue, step: UInt64) throws(Incompatibility) {
    do throws(ResolutionError) {
      _ = try self.state.resolve(state)
    } catch {
      throw .state(step: step, error)
    }
  }

  private func check(
    _ step: RecordedStep, _ state: RecordedValue?, _ log: SessionHeader
  ) throws(Incompatibility) {
    do throws(ResolutionError) {
      if step.kind == .action { _ = try action.resolve(step.action) }
    } catch {
      throw .action(step: step.number, error)
    }
    _ = try resolve(step.reads, of: log)
    if let state, step.hasChange || log.level == .actions { try check(state, step: step.number) }
  }
}
