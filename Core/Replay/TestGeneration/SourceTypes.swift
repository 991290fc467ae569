import Foundation
import IdentifiedArrays
package import RecordCoding
import ReducerRuntime

/// The Swift types behind the types of a schema.
///
/// A log stores an `IndexSet` as a set of integers, but source code needs the type that the app
/// declares.
package struct SourceTypes {
  private let forms: [ObjectIdentifier: SourceForm]

  package init(_ builder: SchemaBuilder) {
    forms = builder.sourceForms
  }

  /// Returns how values of a type are written, or `nil` unless `@Recordable` described the type.
  func form(of type: Any.Type?) -> SourceForm? {
    guard let type, let form = forms[ObjectIdentifier(type)], form.isKnown else { return nil }
    return form
  }

  /// Returns the types of a case's values in an enumeration of any description.
  func payload(ofCase index: Int, in type: Any.Type) -> [Any.Type?] {
    guard let types = forms[ObjectIdentifier(type)]?.types, types.indices.contains(index) else {
      return []
    }
    return types[index]
  }

  static func module(of type: Any.Type) -> String {
    qualifiedName(of: type).nameComponents[0]
  }

  /// Returns the name of a type without its module, or `nil` if other files cannot refer to it.
  static func name(of type: Any.Type) -> String? {
    let names = qualifiedName(of: type).nameComponents.dropFirst()
    guard !names.isEmpty, names.allSatisfy({ $0.isIdentifier || $0.isRawIdentifier }) else {
      return nil
    }
    return names.map(\.withoutBackticks.asSourceName).joined(separator: ".")
  }

  /// Returns the source of a type, such as `[Event]?`, or `nil` if other files cannot refer to it.
  static func source(of type: Any.Type) -> String? {
    guard let container = type as? any SourceContainer.Type else { return name(of: type) }
    let parts = container.partTypes.map { source(of: $0) }
    guard let format = container.format, parts.allSatisfy({ $0 != nil }) else {
      return name(of: type)
    }
    return format(parts.compactMap { $0 })
  }

  /// The types of the elements, the wrapped value, or the keys and values of a container.
  static func parts(of type: Any.Type?) -> [Any.Type] {
    (type as? any SourceContainer.Type)?.partTypes ?? []
  }

  /// Returns whether a literal of a recorded type is a value of a Swift type.
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
    case .optional, .list, .dictionary:
      return type is any SourceContainer.Type
    case .json, .tuple, .named: return false
    }
  }
}

protocol SourceContainer {
  static var partTypes: [Any.Type] { get }
  /// Returns the source of the type from the source of its parts; `nil` for a type with a name.
  static var format: (([String]) -> String)? { get }
}

extension Optional: SourceContainer {
  static var partTypes: [Any.Type] { [Wrapped.self] }
  static var format: (([String]) -> String)? { { "\($0[0])?" } }
}

extension Array: SourceContainer {
  static var partTypes: [Any.Type] { [Element.self] }
  static var format: (([String]) -> String)? { { "[\($0[0])]" } }
}

extension Set: SourceContainer {
  static var partTypes: [Any.Type] { [Element.self] }
  static var format: (([String]) -> String)? { { "Set<\($0[0])>" } }
}

extension Dictionary: SourceContainer {
  static var partTypes: [Any.Type] { [Key.self, Value.self] }
  static var format: (([String]) -> String)? { { "[\($0[0]): \($0[1])]" } }
}

extension IdentifiedArray: SourceContainer {
  static var partTypes: [Any.Type] { [Element.self] }
  static var format: (([String]) -> String)? { nil }
}

extension IndexSet: SourceContainer {
  static var partTypes: [Any.Type] { [Int.self] }
  static var format: (([String]) -> String)? { nil }
}
