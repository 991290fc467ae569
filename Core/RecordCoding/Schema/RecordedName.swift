/// The full name of a type, the same in every process.
///
/// The runtime puts `(unknown context at $1f00).` into the names of private types, with an address.
func recordedName(of type: Any.Type) -> String {
  // What `String(reflecting:)` gives, without its search for conformances, which for the types of an
  // app takes longer than all else that starting takes.
  var rest = _typeName(type, qualified: true)[...]
  var name = ""
  while let start = rest.firstRange(of: "(unknown context at "),
    let end = rest[start.upperBound...].firstRange(of: ").")
  {
    name += rest[..<start.lowerBound]
    rest = rest[end.upperBound...]
  }
  return name + rest
}
