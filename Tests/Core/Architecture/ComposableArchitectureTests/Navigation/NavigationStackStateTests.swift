import ComposableArchitecture
import DependencyInjection
import Foundation
import Testing

@MainActor
@Suite("Stack state", .ownStackElementIDs)
struct NavigationStackStateTests {
  @Test("Elements receive the identities 0, 1 and 2, which are never reused")
  func identities() {
    var stack = StackState(["a", "b"])
    #expect(stack.ids == [0, 1])
    stack.removeLast()
    stack.append("c")
    #expect(stack.ids == [0, 2])
    stack = StackState(["d"])
    #expect(stack.ids == [3])
    #expect("\(stack.ids)" == "[#3]")
  }

  @Test("All stacks share one count of identities")
  func sharedCount() {
    let first = StackState(["a"])
    let second = StackState(["a"])
    #expect(first.ids == [0])
    #expect(second.ids == [1])
    #expect(first != second)
  }

  @Test("A stack is a collection from bottom to top")
  func collection() {
    var stack = StackState(["a", "b", "c"])
    #expect(stack.count == 3)
    #expect(stack.first == "a")
    #expect(stack.last == "c")
    #expect(Array(stack) == ["a", "b", "c"])
    stack[1] = "B"
    stack[0].append("!")
    #expect(Array(stack) == ["a!", "B", "c"])
    #expect(stack.ids == [0, 1, 2])
    stack.insert("d", at: 1)
    #expect(stack.ids == [0, 3, 1, 2])
    stack.remove(at: 0)
    stack.replaceSubrange(0..<2, with: ["e", "f"])
    #expect(Array(stack) == ["e", "f", "c"])
    #expect(stack.ids == [5, 4, 2])
    stack.removeAll()
    #expect(stack.isEmpty)
    #expect(stack.ids == [])
  }

  @Test("An element is accessed, changed and removed by its identity")
  func byIdentity() {
    var stack = StackState(["a", "b"])
    #expect(stack[id: 1] == "b")
    #expect(stack[id: 2] == nil)
    stack[id: 1]?.append("!")
    stack[id: 2]?.append("!")
    #expect(Array(stack) == ["a", "b!"])
    stack[id: 0] = nil
    stack[id: 7] = nil
    #expect(stack.ids == [1])
  }

  @Test("In a test, an element can be set with the next identity")
  func nextIdentity() {
    var stack = StackState(["a"])
    stack[id: 1] = "b"
    stack.append("c")
    #expect(stack.ids == [0, 1, 2])
    #expect(Array(stack) == ["a", "b", "c"])
  }

  @Test("In a test, setting a later identity than the next one keeps the next identity")
  func laterIdentity() async {
    var stack = StackState(["a"])
    let messages = await issues { stack[id: 7] = "b" }
    #expect(messages.isEmpty)
    stack.append("c")
    #expect(stack.ids == [0, 7, 1])
  }

  @Test("Outside of tests, setting a missing identity is reported at the caller, and has no effect")
  func missingIdentity() async {
    var line: UInt = 0
    let reports = await reportedIssues {
      withDependencies {
        $0.context = .live
      } operation: {
        var stack = StackState(["a"])
        let id = stack.ids[0]
        stack.removeAll()
        line = #line + 1
        stack[id: id] = "b"
        #expect(stack.isEmpty)
      }
    }
    #expect(reports.map { $0.location?.line } == [line])
    #expect(reports.allSatisfy { "\($0.location?.fileID ?? "")" == #fileID })
    #expect(
      reports.allSatisfy { $0.message.hasPrefix("Can't assign element at missing ID.") })
  }

  @Test("The value of an element's case is changed by the element's identity")
  func cases() {
    var stack = StackState<Result<Int, CancellationError>>([.success(1)])
    #expect(stack[id: 0, case: \.success] == 1)
    stack[id: 0, case: \.success]? += 1
    #expect(stack[id: 0, case: \.success] == 2)
    stack[id: 0, case: \.success] = nil
    #expect(stack.isEmpty)
  }

  @Test("pop(from:) removes the element with the identity, and pop(to:) keeps it")
  func popping() {
    var stack = StackState(["a", "b", "c", "d"])
    stack.pop(from: 3)
    #expect(stack.ids == [0, 1, 2])
    stack.pop(to: 0)
    #expect(stack.ids == [0])
    stack.pop(to: 9)
    stack.pop(from: 9)
    #expect(stack.ids == [0])
    stack.pop(from: 0)
    #expect(stack.ids == [])
  }

  @Test("Stacks are equal if their elements and identities are equal")
  func equality() {
    let stack = StackState(["a", "b"])
    var copy = stack
    copy[id: 0] = "c"
    #expect(copy != stack)
    copy[id: 0] = "a"
    #expect(copy == stack)
    #expect(copy.hashValue == stack.hashValue)
  }

  @Test("Encoding a stack omits the identities, and decoding creates new ones")
  func codable() throws {
    let stack = StackState(["a", "b"])
    let data = try JSONEncoder().encode(stack)
    #expect(String(decoding: data, as: UTF8.self) == #"["a","b"]"#)
    let decoded = try JSONDecoder().decode(StackState<String>.self, from: data)
    #expect(Array(decoded) == ["a", "b"])
    #expect(decoded.ids == [2, 3])
  }

  @Test("A stack is dumped as its elements by identity")
  func dump() {
    var text = ""
    customDump(StackState(["a", "b"]), to: &text)
    #expect(
      text == """
        [
          #0: "a",
          #1: "b"
        ]
        """)
  }

  @Test(
    "A stack does not generate an identity that was created elsewhere", arguments: [0, 3, Int.max])
  func foreignIdentity(generation: Int) {
    let id = StackElementID(integerLiteral: generation)
    DependencyValues.current.stackElementID.skip(id)
    var stack = StackState(["a"])
    stack.append("b")
    #expect(!stack.ids.contains(id))
    #expect(Set(stack.ids).count == 2)
  }
}
