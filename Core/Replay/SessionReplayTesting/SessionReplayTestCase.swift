#if !canImport(ObjectiveC)
  import Foundation
  public import XCTest

  /// An XCTest case that runs its test methods once for each session, as separate test cases.
  ///
  ///     final class SessionTests: SessionReplayTestCase {
  ///       override class var sessions: [Session] { Sessions.in("Sessions") }
  ///
  ///       func testReplay() async throws {
  ///         try await expectReplay(of: session, by: AppFeature())
  ///       }
  ///     }
  ///
  /// The report lists the name, time and failures of each log, such as
  /// `SessionTests.testReplay[a.reprise]`. `swift test --parallel` and its `--xunit-output` list
  /// only test methods. On Apple's platforms, where XCTest finds methods by their selectors, use a
  /// loop over the sessions instead.
  open class SessionReplayTestCase: XCTestCase {
    private let method: String
    private let closure: XCTestCaseClosure
    private var replayed: Session?

    /// The sessions for which each test method runs.
    open class var sessions: [Session] { [] }

    /// The session of the current test method, `setUp` or `tearDown`.
    public var session: Session {
      guard let replayed else { preconditionFailure("no test runs, so there is no session") }
      return replayed
    }

    /// Creates a test case for a test method, like XCTest.
    public required init(name: String, testClosure: @escaping XCTestCaseClosure) {
      (method, closure) = (name, testClosure)
      super.init(name: name, testClosure: testClosure)
    }

    /// The class of the results of one case, or of all cases of a test method.
    open override var testRunClass: AnyClass? {
      replayed == nil ? SessionReplayTestRun.self : super.testRunClass
    }

    /// Runs the test method for each session, or for the session of this case.
    open override func perform(_ run: XCTestRun) {
      guard let run = run as? SessionReplayTestRun else { return super.perform(run) }
      run.start()
      for session in Self.givenSessions {
        let single = type(of: self).init(name: "\(method)[\(session)]", testClosure: closure)
        single.replayed = session
        single.run()
        if let result = single.testRun { run.add(result) }
      }
      run.stop()
    }

    private class var givenSessions: [Session] {
      // A test without sessions must not pass.
      let missing = Session(
        path: "", name: "no session", fault: "'\(self)' has no sessions; override 'sessions'")
      return sessions.isEmpty ? [missing] : sessions
    }
  }

  private final class SessionReplayTestRun: XCTestRun {
    private var results: [XCTestRun] = []

    func add(_ result: XCTestRun) { results.append(result) }

    private func sum<Number: AdditiveArithmetic>(_ part: (XCTestRun) -> Number) -> Number {
      results.reduce(.zero) { $0 + part($1) }
    }

    override var testCaseCount: Int { sum(\.testCaseCount) }
    override var executionCount: Int { sum(\.executionCount) }
    override var skipCount: Int { sum(\.skipCount) }
    override var failureCount: Int { sum(\.failureCount) }
    override var unexpectedExceptionCount: Int { sum(\.unexpectedExceptionCount) }
    override var totalDuration: TimeInterval { sum(\.totalDuration) }
  }
#endif
