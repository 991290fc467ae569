import RecordCoding
import RecordedValues
import SessionModel

/// The changes of each step of a log, tracked while a cursor advances.
///
/// The steps of a chunk have few different rows, and a row writes the same locations every time it
/// occurs. The locations are found once per row; later steps only compare their values.
struct FollowedChanges {
  /// The maximum number of locations kept, because rows of even a small log can write very many.
  private static let maxLocations = 1 << 16

  private var locations: [Int: [ValuePath]] = [:]
  private var locationCount = 0
  /// The locations that the last step writes, with their previous values.
  private var last: (locations: [ValuePath], old: [RecordedValue?])?

  mutating func leaveChunk() {
    (locations, locationCount) = ([:], 0)
  }

  mutating func forget() { last = nil }

  /// Call this before the change is applied, with the same memory limit.
  mutating func begin(
    _ row: Int, _ change: Range<Int>, of payload: [UInt8], _ state: RecordedValue,
    as type: TypeReference, in schema: Schema, _ memory: ValueMemory
  ) throws(BadBlock) {
    let known: [ValuePath]
    if let locations = locations[row] {
      known = locations
    } else {
      var decoder = RecordDecoder(payload, in: change)
      var memory = memory
      known = try BadBlock.reading {
        try ValuePath.written(by: &decoder, from: state, as: type, in: schema, memory: &memory)
      }
      locationCount += known.count
      if locationCount > Self.maxLocations { leaveChunk() }
      locations[row] = known
    }
    last = (known, known.map { $0.value(in: state) })
  }

  func changes(to state: RecordedValue, in schema: Schema) -> [StateChange] {
    guard let last else { return [] }
    return zip(last.locations, last.old).flatMap { location, old in
      location.changes(from: old, to: location.value(in: state), in: schema)
    }
  }
}
