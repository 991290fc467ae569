import SessionRecording
import RecordCoding
import Testing

@Suite("Stored types")
struct StoredTypesTests {
  private struct Failure: Error {}

  @Test("StoredTypes describes the effects, result and parameters of a function type")
  func functions() throws {
    func function(_ type: Any.Type) throws -> StoredTypes.Function {
      let function = StoredTypes(type).function
      return try #require(function)
    }
    let outer = try function(((() async throws -> Int) -> String).self)
    #expect(!outer.isAsync && !outer.isThrowing && outer.result == String.self)
    let inner = try function((() async throws -> Int).self)
    #expect(inner.isAsync && inner.isThrowing && inner.result == Int.self)
    #expect(try function((() throws(Failure) -> Void).self).isThrowing)
    #expect(try function((@MainActor @Sendable () async -> Void).self).isAsync)
    #expect(try function(((Int, inout String) -> Void).self).hasInoutParameter)
    typealias Consumer = (Int, consuming String) -> Void
    #expect(try !function(Consumer.self).hasInoutParameter)
    #expect(try function(((Int) -> () -> Void).self).result == (() -> Void).self)
  }

  private enum Choice { case one, two }

  @Test(
    "StoredTypes does not describe a type if the layout of metadata is unknown",
    arguments: [Row.self, Choice.self, (Int, Int).self, (() -> Int).self, Any.self] as [Any.Type])
  func unknownLayout(type: Any.Type) {
    let stored = StoredTypes(type, isLayoutKnown: false)
    #expect(StoredTypes(type).kind != .unknown)
    #expect(stored.kind == .unknown)
    #expect(stored.members == nil)
    #expect(stored.plainCaseCount == nil)
    #expect(stored.function == nil)
  }

  private struct Row { let id: Int }

  @Test("StoredTypes describes only functions as functions")
  func others() {
    for type in [Int.self, [() -> Int].self, Any.self, (() -> Int)?.self] as [Any.Type] {
      #expect(StoredTypes(type).function == nil)
    }
  }
}
