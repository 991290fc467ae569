extension LogReader {
  /// Reads every byte of the log, and gives the first damage; `nil` if it is whole.
  ///
  /// The index is not believed: the members are gone through one by one.
  package func verify() -> LogDamage? {
    for block in blocksInFile {
      do throws(LogDamage) {
        _ = try source.wholePayload(of: block)
      } catch {
        return error
      }
    }
    if case .damaged(let damage) = state { return damage }
    return LogScan(source, from: UInt64(headerLength)).damage
  }

  /// The damage of the copy of the header, which no step needs; `nil` if it is whole, or there is none.
  package func headerCopyDamage() -> LogDamage? {
    guard case .whole = state, let index = blocks.last?.end else { return nil }
    var offset = index
    do throws(LogDamage.Cause) {
      offset += UInt64(try source.header(at: index).memberLength)
      let copy = try source.header(at: offset)
      guard copy.kind == .headerCopy else { return nil }
      let (_, checksum) = try source.checkedPayload(of: copy, at: offset)
      guard checksum == copy.binding else { throw .otherHeader }
      return nil
    } catch {
      return LogDamage(cause: error, part: .headerCopy, offset: offset, wholeSteps: stepCount)
    }
  }

  /// The number of steps before the first damage, found by inflating every block.
  package func wholeStepCount() -> UInt64 {
    verify()?.wholeSteps ?? stepCount
  }
}
