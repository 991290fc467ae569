extension LogReader {
  /// The length of a block's payload, inflated: from its head, if the index has left it out.
  ///
  /// `nil` if the head cannot be read; who reads the payload is told why.
  package func payloadLength(of block: BlockInfo) -> Int? {
    block.rawLength ?? (try? source.header(at: block.offset)).map { Int($0.rawLength) }
  }

  /// Reads and inflates a block; throws `damaged` with the block and the offset if it is not whole.
  package func payload(of block: BlockInfo) throws(LogReaderError) -> [UInt8] {
    if let payload = journalPayload(of: block) { return payload }
    do throws(LogDamage) {
      return try source.wholePayload(of: block)
    } catch {
      throw .damaged(path: path, damage: error)
    }
  }
}
