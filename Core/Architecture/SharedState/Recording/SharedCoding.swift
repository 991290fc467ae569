import DependencyInjection
import Platform
import RecordCoding

extension RecordEncoder {
  /// Writes the value of a reference and, in a keyframe, its identity.
  mutating func encodeShared<Value: Recordable>(
    _ location: some SharedReading<Value>, in cell: AnyObject
  ) {
    let value = location.value(.current)
    guard let supplement else { return encode(value) }
    let origin = location.origin
    encodeInKeyframe(SharedIdentity(origin, cell: cell, in: supplement.objects))
    supplement.enter(cell)
    encode(value)
    supplement.leave()
    encodeRoot(of: origin, supplement)
  }

  /// Writes the value of the root, unless a reference to the whole root contains it.
  private mutating func encodeRoot(of origin: SharedOrigin, _ supplement: SupplementEncoder) {
    guard supplement.isApart, !origin.path.contains(.unknown) else { return }
    let number = supplement.objects.number(of: origin.root)
    let isPlain = origin.root is any AnySharedBox && origin.root.removedFrom == nil
    if origin.path.isEmpty, isPlain {
      return supplement.objects.noteWhole(number)
    }
    guard supplement.objects.shouldWritePart(of: number),
      let root = SharedRoot(origin.root, number: number, in: supplement, like: &self)
    else { return }
    var compared = RecordEncoder()
    root.recordCompared(into: &compared)
    supplement.append(
      SharedRoot.self, root: number, bytes: root.recordedBytes, comparedCount: compared.count,
      isNamed: root.isNamed)
    // A removed element may be added to its list again. The state may not contain that list.
    if let list = origin.root.removedFrom { encodeRoot(of: list, supplement) }
  }
}

extension RecordDecoder {
  /// Reads a value, and returns the cell of its reference. The same references share the cell as in
  /// the recording.
  ///
  /// `form` converts a location to the type that the cell holds. It returns `nil` for a read-only
  /// location if the type must be writable.
  mutating func decodeShared<Value: Recordable, Location>(
    _ form: (any SharedReading<Value>) -> Location?, new: (Value) -> Location
  ) throws(RecordDecodingError) -> SharedCell<Location> {
    guard let supplement else { return SharedCell(new(try decode())) }
    if let live = supplement.enterLive() {
      defer { supplement.leaveLive() }
      let start = position
      let value: Value = try decode()
      guard let cell = live as? SharedCell<Location> else { return SharedCell(new(value)) }
      (cell.location as? any SharedLocation<Value>)?.take(value, recordedAs: bytes(from: start))
      return cell
    }
    let identity = try decodeInKeyframe(SharedIdentity.self)
    let value: Value = try decode()
    guard let identity else { return SharedCell(new(value)) }
    let known = identity.cell.flatMap { supplement.objects[$0] as? SharedCell<Location> }
    if let known { return known }
    let cell = SharedCell(form(identity.location(of: value, in: supplement)) ?? new(value))
    if let number = identity.cell { supplement.objects.keep(cell, as: number) }
    return cell
  }
}

extension SharedLocation where Value: Recordable {
  /// Replaces the value, unless its recorded form is equal.
  fileprivate func take(_ value: Value, recordedAs bytes: [UInt8]) {
    if self.value(.current).recordedBytes != bytes { withLock { $0 = value } }
  }
}

extension SharedIdentity {
  /// Returns a location, shared by all references in the keyframe to the same value.
  fileprivate func location<Value: Recordable>(
    of value: Value, in keyframe: KeyframeSupplement
  ) -> any SharedReading<Value> {
    guard isNamed else { return SharedBox(value) }
    if path.isEmpty {
      return keyframe.root(self) as? any SharedReading<Value> ?? newBox(value, in: keyframe)
    }
    return part(in: keyframe) ?? SharedDecodedPart(value, of: self, in: keyframe)
  }

  private func newBox<Value>(_ value: Value, in keyframe: KeyframeSupplement) -> SharedBox<Value> {
    let box =
      key.isEmpty
      ? SharedBox(value) : DependencyValues.current.sharedReferences.box(named: key, value)
    keyframe.objects.keep(box, as: root)
    return box
  }

  /// Returns the location at the path from the root, if the root has been read.
  fileprivate func part<Value>(in keyframe: KeyframeSupplement) -> (any SharedReading<Value>)? {
    location(in: keyframe, path[...]) as? any SharedReading<Value>
  }

  fileprivate func location(
    in keyframe: KeyframeSupplement, _ path: ArraySlice<SharedStep>
  ) -> (any SharedReading)? {
    var location = keyframe.root(self)
    for step in path {
      guard case .wrapped(let number) = step else {
        location = location?.part(at: step)
        continue
      }
      if let known = keyframe.objects[number] as? any SharedReading {
        location = known
      } else {
        location = location?.part(at: step)
        if let location { keyframe.objects.keep(location, as: number) }
      }
    }
    return location
  }
}

extension KeyframeSupplement {
  /// Returns the root of a reference, if it has been read or is among the parts.
  fileprivate func root(_ identity: SharedIdentity) -> (any SharedReading)? {
    if let known = objects[identity.root] {
      let root = known as? any SharedReading
      // A reference to a removed element refers to its location, where a different element may
      // appear.
      return root?.removedFrom?.unwrapped.last ?? root
    }
    for part in roots {
      var decoder = part
      guard let root = try? decoder.decode(SharedRoot.self), root.number == identity.root
      else { continue }
      let location = root.location(in: self)
      if let location { objects.keep(location, as: root.number) }
      return location
    }
    return nil
  }
}

extension SharedRoot {
  /// Returns the location of the value; `nil` if its type is not found, or has changed too much.
  fileprivate func location(in keyframe: KeyframeSupplement) -> (any SharedReading)? {
    func location<Value: Recordable>(_ type: Value.Type) -> (any SharedReading)? {
      guard let value = self.value.read(as: type, sharing: keyframe.objects) else {
        return nil
      }
      if isConstant { return SharedConstant(value) }
      guard self.value.key.isEmpty else {
        return DependencyValues.current.sharedReferences.box(named: self.value.key, value)
      }
      guard let removedFrom else { return SharedBox(value) }
      return removedFrom.removedLocation(with: value, in: keyframe)
    }
    return value.type.flatMap { location($0) }
  }
}

extension SharedIdentity {
  /// Returns the location of an element that has been removed, with its last value.
  fileprivate func removedLocation<Value: Recordable>(
    with last: Value, in keyframe: KeyframeSupplement
  ) -> any SharedReading {
    guard case .wrapped(let number)? = path.last,
      let base = location(in: keyframe, path.dropLast()) as? any SharedReading<Value?>
    else { return SharedBox(last) }
    let location: any SharedReading
    if let base = base as? any SharedLocation<Value?> {
      location = SharedUnwrapped(base, last: last)
    } else {
      location = SharedReadUnwrapped(base, last: last)
    }
    keyframe.objects.keep(location, as: number)
    return location
  }
}

/// A part of a shared value that is read from a keyframe before the value itself.
private final class SharedDecodedPart<Value>: SharedLocation {
  private enum State: Sendable {
    /// The keyframe also keeps the cells of the references, until the part is found.
    case pending(SharedIdentity, KeyframeSupplement)
    case found(any SharedReading<Value>)
  }

  private let own: SharedBox<Value>
  private let state: Mutex<State>

  init(_ value: Value, of identity: SharedIdentity, in keyframe: KeyframeSupplement) {
    own = SharedBox(value)
    state = Mutex(.pending(identity, keyframe))
  }

  private var location: any SharedReading<Value> {
    switch state.withLock(\.self) {
    case .found(let location): return location
    case .pending(let identity, let keyframe):
      guard let location: any SharedReading<Value> = identity.part(in: keyframe) else { return own }
      // The location stays the same from now on.
      state.withLock { $0 = .found(location) }
      return location
    }
  }

  var box: (any AnySharedBox)? { location.box }
  var origin: SharedOrigin { location.origin }

  func value(_ side: SharedSide) -> Value { location.value(side) }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    // A reference that is not writable offers no changes.
    try (location as? any SharedLocation<Value> ?? own).withLock(body)
  }
}
