extension LogReader {
  /// Reads and inflates a block; throws `damaged` with the block and the offset if it is not whole.
  package func payload(of block: BlockInfo) throws(LogReaderError) -> [UInt8] {
    do throws(LogDamage) {
      return try source.wholePayload(of: block)
    } catch {
      throw .damaged(path: path, damage: error)
    }
  }
}
