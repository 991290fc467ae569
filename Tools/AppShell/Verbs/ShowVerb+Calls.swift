import Platform
import SessionDocument
import SessionLog
import SessionReplay
import SessionReports

extension ShowVerb {
  /// The calls of a log, as `show` searches and prints them.
  struct Calls {
    private let header: SessionHeader
    private let calls: SessionCalls
    private let lines: CallText
    private let whole: CallText
    private let width: Int?
    /// The number of calls of listed steps that were not printed.
    private var hiddenCount = 0

    var fault: SessionReadError? { calls.fault }

    /// Lines are truncated to `width`, if given, unless `isVerbose` is true.
    init(_ reader: SessionReader, width: Int?, isVerbose: Bool) {
      header = reader.header
      calls = SessionCalls(reader)
      lines = CallText(header: header, isWhole: isVerbose)
      whole = CallText(header: header, isWhole: true)
      self.width = isVerbose ? nil : width
    }

    func contains(_ text: SearchedText, of step: RecordedStep) -> Bool {
      calls.calls(ofEffectsOf: step.number).contains { text.matches(whole.text(of: $0)) }
    }

    func lines(of step: RecordedStep) -> some Sequence<String> {
      calls.calls(ofEffectsOf: step.number).lazy.map { call in
        let line = "        \(lines.text(of: call).visible)"
        guard let width, width > 0, line.count > width else { return line }
        return "\(line.prefix(width - 1))…"
      }
    }

    /// Returns the calls of a step; `nil` if the log contains no calls of any step.
    func results(of step: RecordedStep) -> [CallResult]? {
      guard header.recordsEffects else { return nil }
      return calls.calls(ofEffectsOf: step.number).map {
        CallResult($0, header: header, text: whole)
      }
    }

    mutating func hide(callsOf step: RecordedStep) {
      hiddenCount += calls.count(ofEffectsOf: step.number)
    }

    var hiddenText: String? {
      guard hiddenCount > 0 else { return nil }
      let count = UInt64(hiddenCount).counted("call")
      return "\(count) of effects; --calls prints \(hiddenCount == 1 ? "it" : "them")"
    }
  }
}
