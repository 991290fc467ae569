import RecordCoding

extension StepColumns {
  /// One payload of those of neighbouring blocks, of which only the first may have a keyframe.
  ///
  /// Steps that were written soon after they came stand in chunks of a few; together they are
  /// smaller. Payloads that cannot be taken apart are put one behind the other, which is as good.
  @Sendable
  static func joined(_ payloads: [[UInt8]], startsWithKeyframe: Bool) -> [UInt8] {
    do throws(BadBlock) {
      var columns = StepColumns()
      var encoder = RecordEncoder()
      for (index, payload) in payloads.enumerated() {
        let block = try BlockSteps(payload, startsWithKeyframe: startsWithKeyframe && index == 0)
        if let keyframe = block.keyframe { encoder.append(counted: payload[keyframe]) }
        if let supplement = block.supplement { encoder.append(counted: payload[supplement]) }
        columns.append(contentsOf: block)
      }
      columns.encode(into: &encoder)
      return encoder.bytes
    } catch {
      return Array(payloads.joined())
    }
  }

  private mutating func append(contentsOf block: BlockSteps) {
    var steps = StepIterator(block.chunks)
    while let step = steps.next() {
      let row = block.chunks[step.chunk].rows[step.row]
      rows.append(byte: row.flags.rawValue)
      rows.append(contentsOf: block.payload[row.content])
      if let distance = step.distance { append(distance: distance) }
      if let draws = step.draws { append(draws: block.payload[draws]) }
      endRow(elapsed: step.elapsedMilliseconds)
    }
  }
}
