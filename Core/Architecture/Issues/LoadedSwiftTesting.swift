import Foundation

enum LoadedSwiftTesting {
  /// Whether Swift Testing should receive the issues.
  static var isRunning: Bool { isSwiftTestingProcess || currentTest != nil }

  /// The unique identifier of the running test case; `nil` outside of tests.
  static var currentTestID: String? {
    guard let test = currentTest as? any Identifiable else { return nil }
    // The only public identity of a case is its description, which names its arguments.
    return "\(test.id) \(currentCase.map { String(reflecting: $0) } ?? "")"
  }

  #if compiler(>=6.3) && compiler(<6.4)
    /// Records an issue, and returns whether that succeeded.
    static func record(_ issue: ReportedIssue) -> Bool {
      guard let symbols, let comment = symbols.comment(issue.message),
        let location = location(of: issue, symbols)
      else { return false }
      let severity = symbols.severity(isWarning: issue.severity == .note)
      func with<Comment>(_ comment: Comment) {
        func with<Severity>(_ severity: Severity) {
          func with<Location>(_ location: Location) {
            func with<Issue>(returning type: Issue.Type) {
              typealias Record = @convention(thin) (Comment?, Severity, Location) -> Issue
              _ = unsafeBitCast(symbols.record, to: Record.self)(comment, severity, location)
            }
            _openExistential(symbols.issueType, do: with(returning:))
          }
          _openExistential(location, do: with)
        }
        _openExistential(severity, do: with)
      }
      _openExistential(comment, do: with)
      return true
    }

    private static var currentTest: Any? {
      symbols.flatMap { read($0.testType, through: $0.currentTest) }
    }

    private static var currentCase: Any? {
      symbols.flatMap { read($0.caseType, through: $0.currentCase) }
    }

    private static func read(_ type: Any.Type, through getter: UnsafeMutableRawPointer) -> Any? {
      func read<Value>(_ type: Value.Type) -> Any? {
        typealias Getter = @convention(thin) () -> Value?
        return unsafeBitCast(getter, to: Getter.self)()
      }
      return _openExistential(type, do: read)
    }

    private static func location(of issue: ReportedIssue, _ symbols: Symbols) -> Any? {
      if let location = issue.location { return symbols.location(location) }
      // Swift Testing exposes the location of a test only through its mirror.
      let test = currentTest.map { Mirror(reflecting: $0) }
      return test?.descendant("sourceLocation") ?? symbols.location(.unknown)
    }

    private static let symbols = Symbols()

    /// `@unchecked Sendable`, because the types, functions and severities never change.
    private struct Symbols: @unchecked Sendable {
      let testType: Any.Type
      let caseType: Any.Type
      let issueType: Any.Type
      let currentTest: UnsafeMutableRawPointer
      let currentCase: UnsafeMutableRawPointer
      let record: UnsafeMutableRawPointer
      private let commentType: any RawRepresentable<String>.Type
      private let locationType: any Decodable.Type
      private let warning: Any
      private let error: Any

      init?() {
        guard let test = _typeByName("7Testing4TestV"),
          let testCase = _typeByName("7Testing4TestV4CaseV"),
          let issue = _typeByName("7Testing5IssueV"),
          let severity = _typeByName("7Testing5IssueV8SeverityO"),
          let comment = _typeByName("7Testing7CommentV") as? any RawRepresentable<String>.Type,
          let location = _typeByName("7Testing14SourceLocationV") as? any Decodable.Type,
          let currentTest = ProcessSymbols.address(of: "$s7Testing4TestV7currentACSgvgZ"),
          let currentCase = ProcessSymbols.address(of: "$s7Testing4TestV4CaseV7currentAESgvgZ"),
          let record = ProcessSymbols.address(
            of: "$s7Testing5IssueV6record_8severity14sourceLocationAcA7CommentVSg_AC8SeverityO"
              + "AA06SourceF0VtFZ"),
          let warning = Self.severity(severity, named: "warning"),
          let error = Self.severity(severity, named: "error")
        else { return nil }
        testType = test
        caseType = testCase
        issueType = issue
        commentType = comment
        locationType = location
        (self.currentTest, self.currentCase, self.record) = (currentTest, currentCase, record)
        (self.warning, self.error) = (warning, error)
      }

      func severity(isWarning: Bool) -> Any { isWarning ? warning : error }

      func comment(_ text: String) -> Any? { commentType.init(rawValue: text) }

      /// Returns the location, decoded from JSON: its initializer has no stable symbol.
      func location(_ location: CodeLocation) -> Any? {
        let values = DecodedLocation(location)
        guard let data = try? JSONEncoder().encode(values) else { return nil }
        return try? JSONDecoder().decode(locationType, from: data)
      }

      /// Returns the severity whose tag the framework exports, after checking its name.
      private static func severity(_ type: Any.Type, named name: String) -> Any? {
        let symbol = "$s7Testing5IssueV8SeverityO\(name.count)\(name)yA2EmFWC"
        guard let tag = ProcessSymbols.address(of: symbol)?.load(as: UInt32.self) else {
          return nil
        }
        func make<Severity>(_ type: Severity.Type) -> Any? {
          guard MemoryLayout<Severity>.size == 1, tag < 2 else { return nil }
          return unsafeBitCast(UInt8(tag), to: type)
        }
        let severity = _openExistential(type, do: make)
        return severity.map { "\($0)" } == name ? severity : nil
      }
    }

    /// A location in the form that the framework decodes, under its old and new coding keys.
    private struct DecodedLocation: Encodable {
      let fileID: String
      let filePath: String
      let _filePath: String
      let line: Int
      let column: Int

      init(_ location: CodeLocation) {
        fileID = location.fileID.description
        filePath = location.filePath.description
        _filePath = filePath
        line = Int(location.line)
        column = Int(location.column)
      }
    }
  #else
    /// Records nothing, because the calls have not been tested with this compiler.
    static func record(_ issue: ReportedIssue) -> Bool { false }

    private static var currentTest: Any? { nil }
    private static var currentCase: Any? { nil }
  #endif
}
