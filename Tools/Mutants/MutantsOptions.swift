/// The options of a command that tests mutants.
struct MutantsOptions {
  /// The number of mutants to test; `nil` for all.
  var share: Int?
  /// Whether the mutants are printed and not tested.
  var isList = false

  init(_ arguments: [String]) throws(MutantsError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--list":
        isList = true
      case "--share":
        guard let number = rest.popFirst().flatMap({ Int($0) }), number > 0 else {
          throw .usage(argument: argument)
        }
        share = number
      default:
        throw .usage(argument: argument)
      }
    }
  }
}
