import Foundation
import TestSupport
import Testing

@Suite("Resuming", .timeLimit(.minutes(30)))
struct ProgramResumeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func reprise(_ arguments: String..., input: String = "") async throws -> Program.Outcome {
    try await Program.run(arguments, input: input, in: folder)
  }

  @Test("A resumed session can undo earlier actions, and its recording matches")
  func undo() async throws {
    let recorded = try await reprise(
      "record", "s.reprise",
      input: """
        counter.incrTapped
        shoppingList.addProduct
        shoppingList.products[0].updateName("Milk")
        counter.incrTapped

        """)
    #expect(recorded.code == 0)
    let resumed = try await reprise(
      "record", "next.reprise", "--resume", "s.reprise", "--at", "3",
      input: "history.undo\nhistory.undo\nhistory.redo\n")
    #expect(resumed.code == 0)
    #expect(resumed.outputLines[0].hasPrefix("    4 · history.undo"))
    #expect(resumed.outputLines[0].contains(".name: \"Milk\" → \"\""))
    #expect(resumed.errors.contains("step 2, shoppingList.addProduct: was in progress"))
    // Workers verified the recording at its end.
    #expect(resumed.errors.contains("recorded "))
    #expect(try await reprise("replay", "next.reprise").code == 0)
  }
}
