import SwiftSyntax

/// What `@Recordable` records of a type.
enum RecordableShape {
  case structure([StoredProperty])
  case enumeration([EnumCase])

  /// The types of everything that is stored, or what they are inferred from.
  var types: [Syntax] {
    switch self {
    case .structure(let properties): properties.flatMap(\.types)
    case .enumeration(let cases): cases.flatMap(\.payload).map { Syntax($0.type) }
    }
  }

  /// The `@available` attributes of everything that is stored.
  var availability: [AttributeSyntax] {
    switch self {
    case .structure(let properties): properties.flatMap(\.availability)
    case .enumeration(let cases): cases.flatMap(\.availability)
    }
  }
}
