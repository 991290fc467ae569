import Foundation
import SwiftDiagnostics
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

/// A source file of the app, parsed.
package struct AppSource {
  /// The absolute path of the app's own file.
  package let path: String
  package let text: String
  let tree: SourceFileSyntax
  /// The names of the conditions that the module sets.
  let conditions: Set<String>
  /// The mentioned modules that are parts of Foundation on Apple's systems.
  let partsOfFoundation: [String]
  private let lines: SourceLocationConverter

  package init(path: String, text: String, conditions: Set<String> = []) {
    self.path = path
    self.conditions = conditions
    self.text = text
    tree = Parser.parse(source: text)
    partsOfFoundation = Self.partsOfFoundation(in: text)
    lines = SourceLocationConverter(fileName: path, tree: tree)
  }

  private static func partsOfFoundation(in text: String) -> [String] {
    var names: [String] = []
    if text.contains(
      /\burlSession\b|\b(HTTP)?URL(Session|Request|Response|Cache|Credential|Protocol|Auth)/)
      || text.contains("HTTPCookie")
    {
      names.append("FoundationNetworking")
    }
    if text.contains(/\bXML(Parser|Document|Node|Element|DTD)/) { names.append("FoundationXML") }
    if text.contains(/@Observable\b/) { names.append("Observation") }
    return names
  }

  /// Reads and parses a file.
  static func read(
    _ path: String, conditions: Set<String> = []
  ) throws(PortError) -> AppSource {
    guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path) }
    guard let text = String(validating: data, as: UTF8.self) else { throw .notText(path) }
    let source = AppSource(path: path, text: text, conditions: conditions)
    if let fault = source.fault { throw .notSwift(path, line: fault.line, fault.message) }
    return source
  }

  /// Returns the file with cuts.
  func blanked(by cuts: Cuts) -> AppSource {
    guard !cuts.all.isEmpty else { return self }
    return AppSource(path: path, text: BlankedText.blanked(text, cuts), conditions: conditions)
  }

  /// The first syntax error of the file.
  private var fault: (line: Int, message: String)? {
    guard tree.hasError else { return nil }
    let found = ParseDiagnosticsGenerator.diagnostics(for: tree)
      .first { $0.diagMessage.severity == .error }
    return found.map { (line(of: $0.position.utf8Offset), $0.message) }
  }

  /// Returns the line of a byte, counting from 1.
  func line(of offset: Int) -> Int {
    lines.location(for: AbsolutePosition(utf8Offset: offset)).line
  }

  /// Returns the offset of a line and a column in bytes, as the compiler prints them.
  func offset(line: Int, column: Int) -> Int? {
    let position = lines.position(ofLine: line, column: column)
    // A line that the file lacks becomes the end of the file.
    return lines.location(for: position).line == line ? position.utf8Offset : nil
  }
}

extension SyntaxProtocol {
  /// The bytes of the node without its trivia.
  var span: Range<Int> {
    positionAfterSkippingLeadingTrivia.utf8Offset..<endPositionBeforeTrailingTrivia.utf8Offset
  }

  /// Whether the node is within the statements of a function, an accessor or a closure.
  var isWithinBody: Bool {
    ancestors.contains {
      $0.is(CodeBlockSyntax.self) || $0.is(ClosureExprSyntax.self)
        || $0.is(AccessorBlockSyntax.self)
    }
  }

  /// The nodes that contain this one, innermost first.
  var ancestors: some Sequence<Syntax> {
    sequence(first: Syntax(self).parent) { $0?.parent }.lazy.prefix { $0 != nil }.compactMap { $0 }
  }
}

extension AppSource {
  /// Whether a byte is within the statements of a function, an accessor or a closure.
  func isWithinBody(_ offset: Int) -> Bool {
    guard let token = tree.token(at: AbsolutePosition(utf8Offset: offset)) else { return false }
    return token.isWithinBody
  }
}
