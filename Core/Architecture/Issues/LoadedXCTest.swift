import Synchronization

enum LoadedXCTest {
  private typealias Fail = @convention(thin) (String, StaticString, UInt) -> Void

  private static let fail = ProcessSymbols.address(
    of: "$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF"
  )
  .map { unsafeBitCast($0, to: Fail.self) }

  /// Fails the running test, and returns whether that succeeded.
  static func fail(_ issue: ReportedIssue) -> Bool {
    guard let fail else { return false }
    let location = issue.location ?? .unknown
    fail(issue.message, location.filePath, location.line)
    return true
  }

  /// The unique identifier of the running test. XCTest runs one test at a time.
  static var currentTestID: String? {
    #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
      observer.map { "XCTest \($0.finishedCount)" }
    #else
      nil
    #endif
  }

  #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
    private typealias SharedCenter = @convention(thin) () -> AnyObject

    /// The layout of a method reference to `addTestObserver`: its code, then its object.
    private struct Registration {
      let register: (any XCTestObservationLayout) -> Void
    }

    private static let observer: LoadedXCTestObserver? = {
      guard
        let shared = ProcessSymbols.address(of: "$s6XCTest0A17ObservationCenterC6sharedACvgZ"),
        let add = ProcessSymbols.address(
          of: "$s6XCTest0A17ObservationCenterC15addTestObserveryyAA0aB0_pF"),
        MemoryLayout<Registration>.size == MemoryLayout<(UInt, UInt)>.size
      else { return nil }
      let center = unsafeBitCast(shared, to: SharedCenter.self)()
      let observer = LoadedXCTestObserver()
      let method = (add, Unmanaged.passRetained(center).toOpaque())
      unsafeBitCast(method, to: Registration.self).register(observer)
      return observer
    }()
  #endif
}

#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  /// The requirements of XCTest's `XCTestObservation`, in the order of its witness table.
  ///
  /// Declared `package` to keep the optimizer from removing methods that nothing here calls.
  package protocol XCTestObservationLayout: AnyObject {
    func testBundleWillStart(_ bundle: AnyObject)
    func testSuiteWillStart(_ suite: AnyObject)
    func testCaseWillStart(_ test: AnyObject)
    func testCase(
      _ test: AnyObject, didFailWithDescription text: String, inFile path: String?, atLine: Int)
    func testCaseDidFinish(_ test: AnyObject)
    func testSuiteDidFinish(_ suite: AnyObject)
    func testBundleDidFinish(_ bundle: AnyObject)
  }

  package final class LoadedXCTestObserver: XCTestObservationLayout, Sendable {
    private let finished = Atomic(0)

    var finishedCount: Int { finished.load(ordering: .relaxed) }

    package func testBundleWillStart(_ bundle: AnyObject) {}
    package func testSuiteWillStart(_ suite: AnyObject) {}
    package func testCaseWillStart(_ test: AnyObject) {}
    package func testCaseDidFinish(_ test: AnyObject) { finished.add(1, ordering: .relaxed) }
    package func testSuiteDidFinish(_ suite: AnyObject) {}
    package func testBundleDidFinish(_ bundle: AnyObject) {}
    package func testCase(
      _ test: AnyObject, didFailWithDescription text: String, inFile path: String?, atLine: Int
    ) {}
  }
#endif
