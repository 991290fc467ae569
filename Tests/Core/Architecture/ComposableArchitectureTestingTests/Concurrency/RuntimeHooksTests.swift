import ComposableArchitectureTesting
import Testing

@Suite("Hooks into the Swift runtime")
struct RuntimeHooksTests {
  @Test("The hooks are installed only with the compilers they have been tested with")
  func installation() {
    #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
      #expect(RuntimeHooks.failure == nil)
    #elseif os(Linux)
      #expect(RuntimeHooks.failure == .untestedCompiler)
    #else
      #expect(RuntimeHooks.failure == .unsupportedPlatform)
    #endif
  }

  @Test("The note contains the reason, the consequence and the remedy")
  func wording() {
    #expect(
      HookFailure.missingSymbol("swift_task_getCurrent").description == """
        cannot count the tasks of tests: the Swift runtime has no 'swift_task_getCurrent'. Test \
        stores and clocks wait for one turn of the main actor instead, which may be too short for \
        work on other threads. To count tasks, test with Swift 6.3.
        """)
    #expect(
      HookFailure.untestedCompiler.description == """
        cannot count the tasks of tests: the hooks into the Swift runtime are untested with this \
        compiler. Test stores and clocks wait for one turn of the main actor instead, \
        which may be too short for work on other threads. To count tasks, test with Swift 6.3.
        """)
  }
}
