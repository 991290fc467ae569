import IdentifiedArrays
import RecordCoding

extension SharedStep {
  /// Returns the steps of a key path. A part that a log cannot describe is `unknown`.
  static func all<Root, Value>(of path: KeyPath<Root, Value>, in root: Root) -> [SharedStep] {
    if path == \Root.self { return [] }
    if let type = Root.self as? any Recordable.Type, let name = name(of: path, in: type) {
      return [.field(name)]
    }
    return [(root as? any SharedContainer)?.step(of: path) ?? .unknown]
  }

  private static func name<Root: Recordable>(of path: AnyKeyPath, in type: Root.Type) -> String? {
    RecordedFields<Root>.all.fields.first { $0.path == path }?.name
  }

  /// Returns the key path of the step from a value; `nil` if the value has no such part.
  func path<Root>(from root: Root) -> AnyKeyPath? {
    guard case .field(let name) = self else {
      return (root as? any SharedContainer)?.path(of: self)
    }
    func path<Named: Recordable>(_ type: Named.Type) -> AnyKeyPath? {
      RecordedFields<Named>.all.fields.first { $0.name == name }?.path
    }
    return (Root.self as? any Recordable.Type).flatMap { path($0) }
  }
}

/// A collection from which references to its elements can be derived.
protocol SharedContainer {
  func step(of path: AnyKeyPath) -> SharedStep?
  func path(of step: SharedStep) -> AnyKeyPath?
}

protocol SharedDictionary {}

extension IdentifiedArray: SharedContainer where ID: Recordable {
  func step(of path: AnyKeyPath) -> SharedStep? {
    if let optional = path as? KeyPath<Self, Element?> {
      if let id = ElementAccess.id(of: optional, in: self) {
        return .element(id: SharedStepKey(id))
      }
    }
    return indexStep(of: path) { \Self.[$0] }
  }

  func path(of step: SharedStep) -> AnyKeyPath? {
    guard case .element(let id) = step else { return indexPath(of: step) { \Self.[$0] } }
    return id.key(as: ID.self).map { \Self.[id: $0] }
  }
}

extension Array: SharedContainer {
  func step(of path: AnyKeyPath) -> SharedStep? { indexStep(of: path) { \Self.[$0] } }
  func path(of step: SharedStep) -> AnyKeyPath? { indexPath(of: step) { \Self.[$0] } }
}

extension MutableCollection where Index == Int {
  /// `element` returns a key path of the type's own subscript, which differs from key paths of
  /// other subscripts.
  fileprivate func indexStep(
    of path: AnyKeyPath, element: (Int) -> AnyKeyPath
  ) -> SharedStep? {
    if path is KeyPath<Self, Element?> {
      return indices.first { path == \Self.[present: $0] }.map { .presentIndex($0) }
    }
    guard path is KeyPath<Self, Element> else { return nil }
    return indices.first { path == element($0) }.map { .index($0) }
  }

  fileprivate func indexPath(
    of step: SharedStep, element: (Int) -> AnyKeyPath
  ) -> AnyKeyPath? {
    switch step {
    case .index(let index) where indices.contains(index): element(index)
    case .presentIndex(let index): \Self.[present: index]
    default: nil
    }
  }
}

extension Dictionary: SharedContainer, SharedDictionary where Key: Recordable {
  func step(of path: AnyKeyPath) -> SharedStep? {
    guard path is KeyPath<Self, Value?> else { return nil }
    return keys.first { path == \Self.[$0] }.map { .key(SharedStepKey($0)) }
  }

  func path(of step: SharedStep) -> AnyKeyPath? {
    guard case .key(let key) = step else { return nil }
    return key.key(as: Key.self).map { \Self.[$0] }
  }
}

extension SharedReading {
  /// Returns the location of a part of the value; `nil` if there is no such part.
  func part(at step: SharedStep) -> (any SharedReading)? {
    if case .wrapped = step { return (Value.self as? any SharedOptional.Type)?.unwrapped(self) }
    guard let path = step.path(from: value(.current)) else { return nil }
    func member<Member>(_ type: Member.Type) -> (any SharedReading)? {
      if let path = path as? WritableKeyPath<Value, Member>,
        let location = self as? any SharedLocation<Value>
      {
        return SharedMember(location, path)
      }
      return (path as? KeyPath<Value, Member>).map { SharedReadMember(self, $0) }
    }
    return _openExistential(type(of: path).valueType, do: member)
  }
}

/// An optional from which a reference to its wrapped value can be derived.
protocol SharedOptional {
  static func unwrapped(_ location: any SharedReading) -> (any SharedReading)?
}

extension Optional: SharedOptional {
  static func unwrapped(_ location: any SharedReading) -> (any SharedReading)? {
    if let location = location as? any SharedLocation<Wrapped?> {
      return SharedUnwrapped<Wrapped>(location)
    }
    return (location as? any SharedReading<Wrapped?>).flatMap { SharedReadUnwrapped<Wrapped>($0) }
  }
}
