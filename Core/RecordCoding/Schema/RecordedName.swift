/// The full name of a type, the same in every process.
///
/// The runtime puts `(unknown context at $1f00).` into the names of private types, with an address.
func recordedName(of type: Any.Type) -> String {
  var rest = String(reflecting: type)[...]
  var name = ""
  while let start = rest.firstRange(of: "(unknown context at "),
    let end = rest[start.upperBound...].firstRange(of: ").")
  {
    name += rest[..<start.lowerBound]
    rest = rest[end.upperBound...]
  }
  return name + rest
}
