import RecordCoding
package import SessionLog

extension LogReaderOptions {
  package static let session = LogReaderOptions(
    supportedFeatures: [
      SessionHeader.identityTypes, SessionHeader.partDigests, SessionHeader.sharedState,
      SessionHeader.references, SessionHeader.actionReferences, SessionHeader.interruptions,
      SessionHeader.marks, SessionHeader.calls, LogFormat.laterStart,
    ],
    blockOfEntries: JournalEntries.block, payloads: .session, payloadAfter: StepColumns.payload)
}

extension PayloadCoding {
  package static let session = PayloadCoding(
    stepCount: { payload, startsWithKeyframe in
      (try? BlockSteps(payload, startsWithKeyframe: startsWithKeyframe))?.stepCount
    }, join: StepColumns.joined,
    length: { bytes, startsWithKeyframe, stepCount in
      (try? BlockSteps(
        startOf: bytes, startsWithKeyframe: startsWithKeyframe, stepCount: stepCount))?.length
    })
}

extension JournalEntries {
  /// Returns the steps of a journal as a block, or `nil` if there are no steps and no torn entry.
  ///
  /// Reads entries up to the first invalid or missing one, which a loss of power or another program
  /// may leave. The block is then torn, and may have no steps.
  @Sendable
  package static func block(of journal: JournalEntries) -> LogBlock? {
    var columns = StepColumns()
    let isWhole = columns.append(entries: Array(journal.finished)) && !journal.isCut
    let endsUnfinished = isWhole && columns.append(unfinished: Array(journal.unfinished))
    guard !columns.isEmpty || !isWhole else { return nil }
    var encoder = RecordEncoder()
    columns.encode(into: &encoder)
    return LogBlock(
      bytes: encoder.bytes, firstStep: journal.firstStep, stepCount: columns.stepCount,
      startsWithKeyframe: false, endsUnfinished: endsUnfinished, isTorn: !isWhole)
  }
}
