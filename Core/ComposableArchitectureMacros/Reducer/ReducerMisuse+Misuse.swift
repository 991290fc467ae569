import SwiftDiagnostics

extension ReducerMisuse: Misuse {
  var identifier: String {
    switch self {
    case .notAStruct: "reducer.notAStruct"
    case .enumeration: "reducer.enumeration"
    case .bodyAndReduce: "reducer.bodyAndReduce"
    }
  }

  var message: String {
    switch self {
    case .notAStruct(let keyword):
      "'@Reducer' can only be applied to a struct, not to \(keyword.withArticle)"
    case .enumeration:
      """
      '@Reducer' cannot be applied to an 'enum' in this version: write a struct whose 'State' and \
      'Action' are enums, and compose the reducers of their cases with 'ifCaseLet'
      """
    case .bodyAndReduce:
      """
      A reducer has a 'body' or a 'reduce(into:action:)', not both: the 'body' would never be \
      called; move this method into a 'Reduce' in the 'body', or remove the 'body'
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
