import RecordCoding

@Recordable
struct Item: Identifiable, Equatable {
  var id: Int
  var name: String
}

@Recordable
struct Hollow: Equatable {}

/// A structure with a two-byte mask.
@Recordable
struct Wide: Equatable {
  var a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0
}

@Recordable
enum Signal {
  case off
  case move(x: Int, y: Int)
  case done(())
  case pair((Int, Bool))
}

enum Refusal: UInt8, Error, Recordable {
  case early, late
}

enum Suit: String, Recordable {
  case hearts, spades
}

struct Rights: OptionSet, Recordable {
  let rawValue: Int

  static let read = Self(rawValue: 1)
  static let write = Self(rawValue: 2)
}

struct Money: CodableRecordable, Equatable {
  var unit: String
  var cents: Int
}
