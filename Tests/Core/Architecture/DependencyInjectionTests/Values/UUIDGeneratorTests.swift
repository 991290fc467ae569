import DependencyInjection
import Foundation
import Testing

struct UUIDGeneratorTests {
  @Test(
    "An identifier can be created from a number",
    arguments: zip(
      [0, 1, 255, 0x1234_5678_9ABC, -1],
      [
        "00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000001",
        "00000000-0000-0000-0000-0000000000FF", "00000000-0000-0000-0000-123456789ABC",
        "00000000-0000-0001-0000-000000000001",
      ]))
  func number(number: Int, expected: String) {
    #expect(UUID(number).uuidString == expected)
  }

  @Test("An incrementing generator counts from zero")
  func incrementing() {
    let uuid = UUIDGenerator.incrementing
    #expect([uuid(), uuid(), uuid()] == [UUID(0), UUID(1), UUID(2)])
    #expect(UUIDGenerator.incrementing() == UUID(0))
  }

  @Test("A constant generator always returns the same identifier")
  func constant() {
    let uuid = UUIDGenerator.constant(UUID(42))
    #expect([uuid(), uuid()] == [UUID(42), UUID(42)])
  }
}
