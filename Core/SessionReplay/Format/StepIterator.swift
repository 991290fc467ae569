/// A step of a block: its row, and what it has of its own.
struct StepPlace {
  /// The chunk in the block.
  let chunk: Int
  /// The row in the chunk.
  let row: Int
  /// Whether the app ended while it was reducing the step.
  let isUnfinished: Bool
  /// The milliseconds since the step before.
  let elapsedMilliseconds: UInt64
  /// For a received step, how many steps ago its effect was started.
  let distance: UInt64?
  /// For a step that drew values, where they are in the payload.
  let draws: Range<Int>?
}

/// Goes through the steps of a block in order.
struct StepIterator: IteratorProtocol {
  private let chunks: [StepChunk]
  private var columns: StepChunk?
  private var chunk = -1
  private var step = 0
  private var stepCount = 0
  private var distance = 0
  private var draw = 0

  init(_ chunks: [StepChunk]) {
    self.chunks = chunks
  }

  mutating func next() -> StepPlace? {
    while step == stepCount {
      guard chunk + 1 < chunks.count else { return nil }
      chunk += 1
      (step, distance, draw) = (0, 0, 0)
      stepCount = chunks[chunk].stepCount
      columns = chunks[chunk]
    }
    guard let columns else { return nil }
    let row = Int(columns.tokens[step])
    let flags = columns.rows[row].flags
    let elapsed = columns.elapsed.isEmpty ? 0 : columns.elapsed[step]
    step += 1
    var ownDistance: UInt64?
    if flags.contains(.received) {
      ownDistance = columns.distances[distance]
      distance += 1
    }
    var ownDraws: Range<Int>?
    if flags.contains(.draws) {
      ownDraws = columns.draws[draw]
      draw += 1
    }
    return StepPlace(
      chunk: chunk, row: row, isUnfinished: flags.contains(.unfinished),
      elapsedMilliseconds: elapsed, distance: ownDistance, draws: ownDraws)
  }
}
