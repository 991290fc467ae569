import RecordCoding
import RecordSchema

/// What each step of a log changes, as a cursor passes it.
///
/// The steps of a chunk have few different rows, and a row writes the same places wherever it comes
/// again. These are found once, and only their values are looked at.
struct FollowedChanges {
  /// So many places are kept, as a small log may have rows that write very many.
  private static let mostPlaces = 1 << 16

  private var places: [Int: ChangedPlaces] = [:]
  private var placeCount = 0
  /// What the last step writes, and what was there before.
  private var last: (places: ChangedPlaces, old: [RecordedValue?])?

  /// Forgets what the rows of a chunk write.
  mutating func leaveChunk() {
    (places, placeCount) = ([:], 0)
  }

  /// Forgets what the last step changed.
  mutating func forget() { last = nil }

  /// Notes what a change writes, before it is applied in the same room.
  mutating func begin(
    _ row: Int, _ change: Range<Int>, of payload: [UInt8], _ state: RecordedValue,
    as type: TypeReference, in schema: Schema, _ room: ValueMemory
  ) throws(BadBlock) {
    let known: ChangedPlaces
    if let places = places[row] {
      known = places
    } else {
      var decoder = RecordDecoder(payload, in: change)
      var room = room
      known = try BadBlock.reading {
        try ChangedPlaces(change: &decoder, of: state, as: type, in: schema, memory: &room)
      }
      placeCount += known.count
      if placeCount > Self.mostPlaces { leaveChunk() }
      places[row] = known
    }
    last = (known, known.values(in: state))
  }

  /// What the last step changed.
  func changes(to state: RecordedValue, in schema: Schema) -> [StateChange] {
    guard let last else { return [] }
    return last.places.changes(from: last.old, to: state, in: schema)
  }
}
