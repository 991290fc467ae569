import Foundation
import IdentifiedArrays
import RecordCoding
import Testing

/// The bytes of each row of the table "Changes" in `Documentation/Reference/LogFormat.md`.
@Suite("The bytes of changes")
struct GoldenChangeTests {
  private func expect<Value: Recordable>(
    _ old: Value, _ new: Value, _ bytes: String?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let change = recordedChange(from: old, to: new, sourceLocation: sourceLocation)
    #expect(change.map(hex) == bytes, sourceLocation: sourceLocation)
    try expectExact(from: old, to: new, sourceLocation: sourceLocation)
  }

  @Test("bool: nothing")
  func bool() throws {
    try expect(false, true, "")
    try expect(true, true, nil)
  }

  @Test("signed and unsigned: the difference, which wraps at 64 bits")
  func integers() throws {
    try expect(300, 301, "02")
    try expect(Int8.min, Int8.max, "FE 03")
    try expect(Int64.min, Int64.max, "01")
    try expect(1 as UInt8, 0, "01")
    try expect(UInt64.max, 0, "02")
  }

  @Test("float, double, date and uuid: the new value")
  func replaced() throws {
    try expect(0 as Float, 1.5, "00 00 C0 3F")
    try expect(0.0, 1.5, "00 00 00 00 00 00 F8 3F")
    try expect(
      Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: 1.5),
      "00 00 00 00 00 00 F8 3F")
    try expect(
      UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)),
      UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16)),
      "00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 10")
  }

  @Test("string, url, data and json: a splice of bytes")
  func spliced() throws {
    try expect("abc", "axc", "01 01 01 78")
    try expect("aa", "a", "01 00 00")
    try expect("é", "è", "01 00 01 A8")
    try expect(Data([1, 2, 3]), Data([1, 3]), "01 01 00")
    try expect(
      try #require(URL(string: "a:b")), try #require(URL(string: "a:bc")), "03 00 01 63")
    try expect(Money(unit: "x", cents: 5), Money(unit: "x", cents: 16), "09 0C 02 31 36")
  }

  @Test("optional: a removal, an insertion or a change")
  func optional() throws {
    try expect(1 as Int?, nil, "00")
    try expect(nil as Int?, 1, "01 02")
    try expect(1 as Int?, 2, "02 02")
    try expect(.some(nil) as Int??, .none, "00")
    try expect(.none as Int??, .some(nil), "01 00")
    try expect(.some(nil) as Int??, 1, "02 01 02")
  }

  @Test("array and identifiedArray of equal counts: the changed elements")
  func elements() throws {
    try expect([1, 2, 3, 4], [1, 3, 3, 5], "00 02 01 02 01 02")
    let rows: IdentifiedArrayOf<Item> = [Item(id: 1, name: "a"), Item(id: 2, name: "b")]
    var changed = rows
    changed[1].name = "c"
    try expect(rows, changed, "00 01 01 02 00 00 01 63")
  }

  @Test("array and identifiedArray of different counts: a splice of elements")
  func splices() throws {
    try expect([1, 2, 3], [1, 4, 5, 3], "01 01 01 02 08 0A")
    try expect([1, 1], [1], "01 01 01 00")
    try expect([], [1], "01 00 00 01 02")
    let rows: IdentifiedArrayOf<Item> = [Item(id: 1, name: "a"), Item(id: 2, name: "b")]
    try expect(rows, IdentifiedArray(uniqueElements: rows.suffix(1)), "01 00 01 00")
  }

  @Test("set: the removed and the inserted elements")
  func set() throws {
    try expect([1, 2, 9] as Set, [2, 4, 3], "02 02 12 02 06 08")
    try expect(IndexSet([1]), IndexSet([1, 2]), "00 01 04")
  }

  @Test("dictionary: the removed keys, the inserted pairs and the changed values")
  func dictionary() throws {
    try expect(
      ["a": 1, "b": 1, "c": 1], ["b": 2, "c": 1, "d": 0], "01 01 61 01 01 64 00 01 01 62 02")
    try expect(
      ["aa": 1, "b": 1], ["aa": 2, "b": 0], "00 00 02 01 62 01 02 61 61 02")
  }

  @Test("tuple and structure: a mask, then the changed fields")
  func products() throws {
    try expect(Item(id: 1, name: "a"), Item(id: 1, name: "b"), "02 00 00 01 62")
    try expect(Hollow(), Hollow(), nil)
    var wide = Wide()
    wide.a = 1
    wide.i = 1
    try expect(Wide(), wide, "01 01 02 02")
    try expect(Duration.seconds(1), .seconds(2), "01 02")
  }

  @Test("enumeration of the same case: the change of the payload")
  func sameCase() throws {
    try expect(Signal.move(x: 1, y: 1), .move(x: 1, y: 2), "00 02 02")
    try expect(Signal.pair((1, true)), .pair((1, false)), "00 01 02")
    try expect(Signal.done(()), .done(()), nil)
    try expect(Result<Int, Refusal>.success(1), .success(2), "00 01 02")
    try expect(Result<Int, Refusal>.failure(.early), .failure(.late), "00 01 02")
  }

  @Test("enumeration of a different case: its index plus one, then the values")
  func otherCase() throws {
    try expect(Signal.off, .move(x: 1, y: -1), "02 02 01")
    try expect(Signal.move(x: 1, y: 1), .off, "01")
    try expect(Signal.off, .done(()), "03 00")
    try expect(Result<Int, Refusal>.success(1), .failure(.late), "02 01")
    try expect(Result<Int, Refusal>.failure(.late), .success(1), "01 02")
  }

  @Test("A RawRepresentable type has the change of its raw value")
  func rawValues() throws {
    try expect(Rights.read, [.read, .write], "04")
  }
}
