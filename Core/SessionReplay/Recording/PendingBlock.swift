import Locking
import RecordCoding
import SessionLog

/// A block whose steps are still to be written one column after the other.
final class PendingBlock: Sendable {
  /// The number of steps in it.
  let stepCount: Int

  private let keyframe: [UInt8]?
  private let columns: Mutex<StepColumns?>
  private let firstStep: UInt64
  private let followsGap: Bool
  private let spareColumns: SpareColumns

  init(
    keyframe: [UInt8]?, columns: consuming sending StepColumns, firstStep: UInt64,
    followsGap: Bool, spareColumns: SpareColumns
  ) {
    stepCount = columns.stepCount
    self.keyframe = keyframe
    self.columns = Mutex(columns)
    self.firstStep = firstStep
    self.followsGap = followsGap
    self.spareColumns = spareColumns
  }

  /// The block as it is written; to be asked for once, as its memory is used for other steps then.
  func block() -> LogBlock {
    var encoder = RecordEncoder()
    if let keyframe { encoder.append(counted: keyframe) }
    columns.withLock { columns in
      guard let columns = columns.take() else { return }
      columns.encode(into: &encoder)
      spareColumns.give(columns)
    }
    return LogBlock(
      bytes: encoder.bytes, firstStep: firstStep, stepCount: stepCount,
      startsWithKeyframe: keyframe != nil, followsGap: followsGap)
  }
}

/// Columns whose steps are written, so that their memory can be used for other steps.
///
/// To take new memory for each block costs the recorded app more than to write it.
final class SpareColumns: Sendable {
  private let columns = Mutex<StepColumns?>(nil)

  /// Columns without steps.
  func take() -> sending StepColumns {
    columns.withLock { $0.take() } ?? StepColumns()
  }

  /// Keeps the memory of columns that are done with.
  func give(_ done: consuming sending StepColumns) {
    done.removeAll()
    var spare: StepColumns? = done
    columns.withLock { swap(&$0, &spare) }
  }
}
