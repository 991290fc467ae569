import RecordCoding
import RecordSchema

extension SessionResolution {
  /// How well a log fits: it is read through if a change may stand in the way.
  ///
  /// A log that is damaged is checked as far as it is whole.
  func fit(of reader: SessionReader) -> SchemaFit {
    let mayFail =
      chain != nil || changes.contains { $0.grade == .impossible }
      || draws.contains { $0.target == nil }
    let obstacle = mayFail ? obstacle(in: reader) : nil
    return SchemaFit(
      changes: changes, migration: chain.map { .init(from: $0.from, to: $0.to) },
      hasOnlyDigests: reader.header.level == .checks && !state.isSame, obstacle: obstacle)
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
      // Damage is found and told by who reads the log.
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
      _ = try action.resolve(step.action)
    } catch {
      throw .action(step: step.number, error)
    }
    _ = try resolve(step.draws, of: log)
    if let state, step.hasChange || log.level != .steps { try check(state, step: step.number) }
  }
}
