import ComposableArchitectureTesting
import Testing

@Suite("Hooks into the Swift runtime")
struct RuntimeHooksTests {
  @Test("They are installed by the compilers that they were tried with, and by no others")
  func installation() {
    #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
      #expect(RuntimeHooks.failure == nil)
    #elseif os(Linux)
      #expect(RuntimeHooks.failure == .untriedCompiler)
    #else
      #expect(RuntimeHooks.failure == .unsupportedPlatform)
    #endif
  }

  @Test("The note tells why tasks are not counted, what happens instead, and what to do")
  func wording() {
    #expect(
      HookFailure.missingSymbol("swift_task_getCurrent").description == """
        cannot count the tasks of tests: the Swift runtime has no 'swift_task_getCurrent'. Test \
        stores and clocks wait for a turn of the main actor instead, which work on other threads \
        may outlast: test with Swift 6.3.
        """)
    #expect(
      HookFailure.untriedCompiler.description == """
        cannot count the tasks of tests: the hooks into the Swift runtime were not tried with this \
        compiler. Test stores and clocks wait for a turn of the main actor instead, which work on \
        other threads may outlast: test with Swift 6.3.
        """)
  }
}
