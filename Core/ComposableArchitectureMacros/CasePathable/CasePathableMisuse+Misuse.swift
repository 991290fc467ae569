import SwiftDiagnostics

extension CasePathableMisuse: Misuse {
  var identifier: String {
    switch self {
    case .notAnEnum: "casePathable.notAnEnum"
    case .overload: "casePathable.overload"
    }
  }

  var message: String {
    switch self {
    case .notAnEnum(let keyword):
      "'@CasePathable' cannot be applied to \(keyword.withArticle): only an enum has cases"
    case .overload(let name):
      """
      '@CasePathable' cannot tell two cases named '\(name)' apart: a key path names a case \
      without its labels; rename one of them
      """
    }
  }
}

extension String {
  /// A keyword behind its article.
  var withArticle: String {
    ("aeiou".contains(first ?? " ") ? "an '" : "a '") + self + "'"
  }
}
