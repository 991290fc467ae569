import DependencyInjection
import RecordCoding

extension SharedReading {
  fileprivate var isWhole: Bool { box === self }

  /// The name of the referenced part, which `SharedBox.member` can look up; `nil` without a name.
  fileprivate var part: String? {
    if isWhole { return "" }
    guard let member = self as? any SharedMemberPath, let box, member.isInBox else { return nil }
    return box.name(of: member.anyPath)
  }
}

private protocol SharedMemberPath {
  var anyPath: AnyKeyPath { get }
  var isInBox: Bool { get }
}

extension SharedMember: SharedMemberPath {
  var anyPath: AnyKeyPath {
    guard let outer = root as? any SharedMemberPath else { return path }
    return outer.anyPath.appending(path: path) ?? path
  }

  var isInBox: Bool {
    root.box === root || (root as? any SharedMemberPath)?.isInBox == true
  }
}

extension RecordEncoder {
  /// Writes the value of a reference and, in a keyframe, its identity.
  mutating func encodeShared<Value: Recordable>(_ location: some SharedReading<Value>) {
    let value = location.value(.current)
    guard let supplement else { return encode(value) }
    let identity = SharedIdentity(
      number: supplement.number(of: location.box ?? location), key: location.box?.keyName ?? "",
      part: location.part ?? SharedIdentity.unknownPart)
    encodeInKeyframe(identity)
    supplement.enter(location)
    encode(value)
    supplement.leave()
  }
}

extension RecordDecoder {
  /// Reads a value, and returns a reference shared with the same references as when it was written.
  mutating func decodeShared<Value: Recordable>() throws(RecordDecodingError)
    -> any SharedLocation<Value>
  {
    guard let supplement else { return SharedBox(try decode()) }
    if let live = supplement.enterLive() {
      defer { supplement.leaveLive() }
      let start = position
      let value: Value = try decode()
      guard let location = live as? any SharedLocation<Value> else { return SharedBox(value) }
      location.take(value, recordedAs: bytes(from: start))
      return location
    }
    let identity = try decodeInKeyframe(SharedIdentity.self)
    let value: Value = try decode()
    return identity?.location(of: value, in: supplement) ?? SharedBox(value)
  }
}

extension SharedLocation where Value: Recordable {
  /// Replaces the value, unless its recorded form is equal.
  fileprivate func take(_ value: Value, recordedAs bytes: [UInt8]) {
    var encoder = RecordEncoder()
    encoder.encode(self.value(.current))
    if encoder.bytes != bytes { withLock { $0 = value } }
  }
}

extension SharedIdentity {
  /// Returns a location, the same one for all references in the keyframe to the same value.
  fileprivate func location<Value: Recordable>(
    of value: Value, in keyframe: KeyframeSupplement
  ) -> any SharedLocation<Value> {
    guard isNamed else { return SharedBox(value) }
    guard part.isEmpty else { return SharedDecodedPart(value, of: self, in: keyframe) }
    if let box = keyframe.object(number) as? SharedBox<Value> { return box }
    let box =
      key.isEmpty
      ? SharedBox(value) : DependencyValues.current.sharedReferences.box(named: key, value)
    keyframe.keep(box, as: number)
    return box
  }
}

/// A part of a shared value that may be read from a keyframe before the value itself.
private final class SharedDecodedPart<Value>: SharedLocation {
  private let own: SharedBox<Value>
  private let identity: SharedIdentity
  private let keyframe: KeyframeSupplement
  // Cached, so that the location stays the same.
  private let found = LockIsolated<(any SharedLocation<Value>)?>(nil)

  init(_ value: Value, of identity: SharedIdentity, in keyframe: KeyframeSupplement) {
    own = SharedBox(value)
    self.identity = identity
    self.keyframe = keyframe
  }

  private var location: any SharedLocation<Value> {
    if let location = found.value { return location }
    guard let box = keyframe.object(identity.number) as? any AnySharedBox,
      let part = box.member(named: identity.part, as: Value.self) as? any SharedLocation<Value>
    else { return own }
    found.setValue(part)
    return part
  }

  var box: (any AnySharedBox)? { location.box }

  func value(_ side: SharedSide) -> Value { location.value(side) }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try location.withLock(body)
  }
}
