import Foundation
import IdentifiedArrays
import RecordCoding
import Testing

/// The bytes of each row of the table "Values" in `Documentation/Reference/LogFormat.md`.
@Suite("The bytes of values")
struct GoldenValueTests {
  private func expect<Value: Recordable>(
    _ value: Value, _ bytes: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(hex(recorded(value)) == bytes, sourceLocation: sourceLocation)
    try expectWhole(value, sourceLocation: sourceLocation)
  }

  @Test("bool: one byte")
  func bool() throws {
    try expect(false, "00")
    try expect(true, "01")
  }

  @Test("signed and unsigned: zigzag and varint")
  func integers() throws {
    try expect(Int8.min, "FF 01")
    try expect(300, "D8 04")
    try expect(Int64.min, "FF FF FF FF FF FF FF FF FF 01")
    try expect(UInt8.max, "FF 01")
    try expect(300 as UInt, "AC 02")
  }

  @Test("float, double and date: the bits")
  func bits() throws {
    try expect(1.5 as Float, "00 00 C0 3F")
    try expect(-0.0 as Float, "00 00 00 80")
    try expect(1.5, "00 00 00 00 00 00 F8 3F")
    try expect(Date(timeIntervalSinceReferenceDate: 1.5), "00 00 00 00 00 00 F8 3F")
  }

  @Test("string, url, data and json: length-prefixed bytes")
  func countedBytes() throws {
    try expect("é", "02 C3 A9")
    try expect("", "00")
    try expect(Character("é"), "02 C3 A9")
    try expect(try #require(URL(string: "a:b")), "03 61 3A 62")
    try expect(Data([0, 255]), "02 00 FF")
    let json = Array(#"{"cents":5,"unit":"a/b"}"#.utf8)
    try expect(Money(unit: "a/b", cents: 5), "18 \(hex(json))")
  }

  @Test("uuid: its sixteen bytes")
  func uuid() throws {
    try expect(
      UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255)),
      "00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E FF")
  }

  @Test("optional: whether there is a value, then the value")
  func optional() throws {
    try expect(nil as Int?, "00")
    try expect(1 as Int?, "01 02")
    try expect(.some(nil) as Int??, "01 00")
  }

  @Test("array and identifiedArray: the count, then the elements")
  func sequences() throws {
    try expect([] as [Int], "00")
    try expect([1, 2, 1], "03 02 04 02")
    try expect(
      [Item(id: 1, name: "a"), Item(id: 0, name: "")] as IdentifiedArrayOf<Item>,
      "02 02 01 61 00 00")
  }

  @Test("set: the elements in byte order")
  func set() throws {
    try expect([100, 1, -1] as Set, "03 01 02 C8 01")
    try expect(["b", "aa", ""] as Set, "03 00 01 62 02 61 61")
    try expect(IndexSet([5, 1, 2]), "03 02 04 0A")
  }

  @Test("dictionary: the pairs in the byte order of their keys")
  func dictionary() throws {
    try expect(["aa": 2, "b": 1], "02 01 62 02 02 61 61 04")
  }

  @Test("tuple and structure: the fields, or one byte")
  func products() throws {
    try expect(Item(id: 1, name: "a"), "02 01 61")
    try expect(Hollow(), "00")
    try expect(
      Duration(secondsComponent: 1, attosecondsComponent: 5), "02 0A")
    try expect(Signal.pair((1, true)), "03 02 01")
  }

  @Test("enumeration: the index of the case, then its values")
  func enumerations() throws {
    try expect(Signal.off, "00")
    try expect(Signal.move(x: 1, y: -1), "01 02 01")
    try expect(Signal.done(()), "02 00")
    try expect(Result<Int, Refusal>.success(1), "00 02")
    try expect(Result<Int, Refusal>.failure(.late), "01 01")
  }

  @Test("A RawRepresentable type has the bytes of its raw value")
  func rawValues() throws {
    try expect(Refusal.late, "01")
    try expect(Rights([.read, .write]), "06")
  }
}
