import ComposableArchitecture
import Foundation
import IdentifiedArrays
package import RecordCoding

/// The Swift types behind the types of a schema: a log holds an `IndexSet` as a set of integers, and
/// source code must be written for the one that the app declares.
package struct SourceTypes {
  private let forms: [ObjectIdentifier: SourceForm]

  /// Takes the types that a builder has described.
  package init(_ builder: SchemaBuilder) {
    forms = builder.sourceForms
  }

  /// How values of a type are written; nothing unless `@Recordable` described the type.
  func form(of type: Any.Type?) -> SourceForm? {
    guard let type, let form = forms[ObjectIdentifier(type)], form.isKnown else { return nil }
    return form
  }

  /// The module of a type.
  static func module(of type: Any.Type) -> String {
    String(_typeName(type, qualified: true).prefix { $0 != "." })
  }

  /// The name of a type without its module; nothing for one that other files cannot name so.
  static func name(of type: Any.Type) -> String? {
    let names = _typeName(type, qualified: true).split(separator: ".").dropFirst()
    guard !names.isEmpty, names.allSatisfy({ String($0).isIdentifier }) else { return nil }
    return names.map { String($0).asSourceName }.joined(separator: ".")
  }

  /// The type of the elements, of the wrapped value, or of the keys and values of a container.
  static func parts(of type: Any.Type?) -> [Any.Type] {
    (type as? any SourceContainer.Type)?.partTypes ?? []
  }

  /// Whether a literal of a recorded form is a value of a type.
  static func takesLiteral(_ type: Any.Type?, of reference: TypeReference) -> Bool {
    guard let type else { return false }
    switch reference {
    case .bool: return type == Bool.self
    case .signed:
      return type is any (FixedWidthInteger & SignedInteger).Type || type == StackElementID.self
    case .unsigned:
      return type is any (FixedWidthInteger & UnsignedInteger).Type || type == StackElementID.self
    case .float: return type == Float.self
    case .double: return type == Double.self
    case .string: return type == String.self
    case .data: return type == Data.self
    case .date: return type == Date.self
    case .uuid: return type == UUID.self
    case .url: return type == URL.self
    case .optional, .array, .identifiedArray, .set, .dictionary:
      return type is any SourceContainer.Type
    case .json, .tuple, .named: return false
    }
  }
}

/// A type whose values are written as literals of their parts.
protocol SourceContainer {
  static var partTypes: [Any.Type] { get }
}

extension Optional: SourceContainer {
  static var partTypes: [Any.Type] { [Wrapped.self] }
}

extension Array: SourceContainer {
  static var partTypes: [Any.Type] { [Element.self] }
}

extension Set: SourceContainer {
  static var partTypes: [Any.Type] { [Element.self] }
}

extension Dictionary: SourceContainer {
  static var partTypes: [Any.Type] { [Key.self, Value.self] }
}

extension IdentifiedArray: SourceContainer {
  static var partTypes: [Any.Type] { [Element.self] }
}

extension IndexSet: SourceContainer {
  static var partTypes: [Any.Type] { [Int.self] }
}
