import SwiftDiagnostics

/// An error about a use of `@Reducer` that cannot be expanded.
enum ReducerDiagnostic: Sendable {
  /// The type is neither a structure nor an enumeration; the keyword says what it is.
  case notAValue(keyword: String)
  /// A case of an enumeration of reducers holds something else than one feature.
  case notAFeature(name: String)
  /// The mark of a case stands at something else.
  case notACase(attribute: String)
  /// Conformances are named for a structure, where they can be written.
  case conformancesOfStruct
  /// There is a `body` and a `reduce(into:action:)`.
  case bodyAndReduce
  /// An enumeration has a `body` of its values, where one of its type is run.
  case bodyOfValue
}

/// What a diagnostic about `@Reducer` refers to.
enum ReducerNote: Sendable {
  /// The `body` that stands beside a `reduce(into:action:)`.
  case bodyIsHere
}

extension ReducerDiagnostic: MacroDiagnostic {
  var identifier: String {
    switch self {
    case .notAValue: "reducer.notAValue"
    case .notAFeature: "reducer.notAFeature"
    case .notACase: "reducer.notACase"
    case .conformancesOfStruct: "reducer.conformancesOfStruct"
    case .bodyAndReduce: "reducer.bodyAndReduce"
    case .bodyOfValue: "reducer.bodyOfValue"
    }
  }

  var message: String {
    switch self {
    case .notAValue(let keyword):
      "'@Reducer' can only be applied to a struct or an enum, not to \(keyword.withArticle)"
    case .notAFeature(let name):
      """
      '@Reducer' expects the case '\(name)' to hold one reducer without a label: name the type of \
      a feature, or mark the case as a plain value with '@ReducerCaseIgnored'
      """
    case .notACase(let attribute):
      "'@\(attribute)' can only be applied to a case of an enum that is '@Reducer'"
    case .conformancesOfStruct:
      """
      '@Reducer' of a struct takes '.recordable' only: state other conformances where this 'State' \
      and 'Action' are declared
      """
    case .bodyAndReduce:
      """
      A reducer has a 'body' or a 'reduce(into:action:)', not both: the 'body' would never be \
      called; move this method into a 'Reduce' in the 'body', or remove the 'body'
      """
    case .bodyOfValue:
      """
      The 'body' of an enum that is '@Reducer' must be static: the enum names features, and no \
      value of it is ever made; declare 'static var body'
      """
    }
  }
}

extension ReducerNote: NoteMessage {
  var noteID: MessageID {
    MessageID(domain: "ComposableArchitectureMacros", id: "reducer.bodyIsHere")
  }

  var message: String {
    switch self {
    case .bodyIsHere: "the 'body' is declared here"
    }
  }
}
