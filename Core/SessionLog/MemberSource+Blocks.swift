extension MemberSource {
  /// Reads and inflates a block, and checks that it is the one described.
  func wholePayload(of block: BlockInfo) throws(LogDamage) -> [UInt8] {
    do throws(LogDamage.Cause) {
      let header = try header(at: block.offset)
      var found = BlockInfo(header, at: block.offset, lostSteps: block.lostSteps)
      if block.rawLength == nil { found.rawLength = nil }
      guard header.kind == .block else { throw .unexpectedMember }
      guard found == block else { throw .indexDisagrees }
      return try payload(of: header, at: block.offset)
    } catch {
      throw LogDamage(
        cause: error, part: .block(block.sequence), offset: block.offset,
        wholeSteps: block.wholeStepsBefore)
    }
  }
}
