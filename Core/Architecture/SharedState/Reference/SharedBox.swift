import Foundation
import Issues
import Observation
package import RecordCoding

package protocol AnySharedBox: AnyObject, Sendable {
  /// The name of the key, if the value has one.
  var keyName: String? { get }
  /// The key as its type describes it, if the value has one.
  var keyDescription: String? { get }
  var isLoading: Bool { get }
  var loadError: (any Error)? { get }
  var saveError: (any Error)? { get }
  func load() async throws
  func save() async throws
  /// Returns whether two values of the box's type are equal; `nil` if the type isn't equatable.
  func areEqual(_ one: Any, _ other: Any) -> Bool?
  var anyValue: Any { get }
  /// Notifies the observers of the value that a property now refers to a different value.
  func noteRedirection()
  /// The value in its recorded form; `nil` if the type cannot be recorded.
  var recorded: DescribedValue? { get }
  /// Replaces the value with a recorded one, unless they are equal.
  func take(recorded value: DescribedValue)
}

/// The parts of a box that can be observed. The registrar of a box requires key paths to them.
///
/// They are not properties of the box. Key paths of a generic type are created at each use, which
/// would take longer than the rest of a read.
private struct SharedAspects: Observable {
  var value: Void { () }
  var isLoading: Void { () }
  var loadError: Void { () }
  var saveError: Void { () }
}

/// The storage of a value for all references that share it.
final class SharedBox<Value>: SharedLocation, AnySharedBox, @unchecked Sendable {
  // `@unchecked Sendable`, because mutable state is accessed only under the lock.
  private let lock = NSRecursiveLock()
  private var stored: Value
  private let initial: Value
  private var status = Status()
  private var pendingSaves: [PendingSave] = []
  private var isSaving = false
  private var subscription: SharedSubscription?
  private var link: SharedLink<Value>?
  /// The name of the key in the log from which the value was read.
  private let recordedName: String?
  private weak var removedLocation: (any RemovableLocation)?
  private let registrar = ObservationRegistrar()

  private struct Status {
    var loads = 0
    /// Whether the subscription reported a load whose value it has not delivered yet.
    var isSubscriptionLoading = false
    var loadError: (any Error)?
    var saveError: (any Error)?
  }

  private struct PendingSave {
    let context: SaveContext
    let completion: @Sendable (Result<Void, any Error>) -> Void
  }

  init(
    _ value: Value, recordedName: String? = nil,
    removedFrom location: (any RemovableLocation)? = nil
  ) {
    stored = value
    initial = value
    self.recordedName = recordedName
    removedLocation = location
  }

  var box: (any AnySharedBox)? { self }
  var origin: SharedOrigin { SharedOrigin(root: self) }
  var removedFrom: SharedOrigin? { removedLocation?.path }

  // MARK: The value

  func value(_ side: SharedSide) -> Value {
    registrar.access(SharedAspects(), keyPath: \.value)
    if SharedScope.isUsed, let view = SharedScope.view, let value = view.value(of: self, side) {
      return value
    }
    return lock.withLock { stored }
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    guard SharedScope.isUsed, let scope = SharedScope.current else {
      return try change(by: body)
    }
    switch scope {
    case .viewed(let view):
      var value = view.expectedValue(of: self) ?? lock.withLock { stored }
      defer { view.expect(value, in: self) }
      return try body(&value)
    case .tracked(let timeline):
      return try change { value in
        timeline.note(value, in: self)
        return try body(&value)
      }
    }
  }

  private func change<Result>(by body: (inout Value) throws -> Result) rethrows -> Result {
    defer { save(.didSet) { _ in } }
    return try mutate(isCall: SharedCall.isObserved, body)
  }

  /// Observers are called after the change, and read the new value on any thread. No lock is held
  /// meanwhile, because they may read a different box, or wait for a thread that does.
  private func mutate<Result>(
    isCall: Bool = false, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    defer { registrar.withMutation(of: SharedAspects(), keyPath: \.value) {} }
    return try SharedGate.pass {
      // Report the change before the next step can start. That step would record the change as a
      // change from outside.
      defer { if isCall { SharedCall.noteChange(of: keyName ?? "", to: typedValue) } }
      return try lock.withLock {
        defer { ChangesInPlace.note() }
        // Change a copy, because the closure may read the value, and must then get the previous
        // one.
        var copy = stored
        defer { stored = copy }
        return try body(&copy)
      }
    }
  }

  var anyValue: Any { typedValue }

  func noteRedirection() { registrar.withMutation(of: SharedAspects(), keyPath: \.value) {} }

  private var typedValue: Value { lock.withLock { stored } }

  func areEqual(_ one: Any, _ other: Any) -> Bool? {
    func areEqual<Equal: Equatable>(_ type: Equal.Type) -> Bool? {
      guard let one = one as? Equal, let other = other as? Equal else { return nil }
      return one == other
    }
    return (Value.self as? any Equatable.Type).flatMap { areEqual($0) }
  }

  // MARK: The storage

  var keyName: String? { lock.withLock { link?.name } ?? recordedName }

  var keyDescription: String? {
    lock.withLock { link }?.description() ?? recordedName.map { ".\($0)" }
  }

  /// Connects the box to its storage: subscribes to changes, and loads the value if `loads` is set.
  func connect(_ link: SharedLink<Value>, loads: Bool) {
    lock.withLock { self.link = link }
    guard !link.isDetached else { return }
    let context = LoadContext<Value>.initialValue(initial)
    if loads {
      lock.withLock { status.loads += 1 }
      link.load(
        context,
        LoadContinuation({ link.name }, at: link.location) { [weak self] result in
          self?.finishLoad(result)
        })
    }
    let subscriber = SharedSubscriber<Value>(
      callback: { [weak self] result in
        self?.noteSubscriptionLoading(false)
        self?.take(result)
      },
      onLoading: { [weak self] in self?.noteSubscriptionLoading($0) })
    let subscription = link.subscribe(context, subscriber)
    lock.withLock { self.subscription = subscription }
  }

  /// Changes the status, and notifies the observers of one aspect.
  private func update(
    _ aspect: KeyPath<SharedAspects, Void>, _ change: (inout Status) -> Void
  ) {
    registrar.withMutation(of: SharedAspects(), keyPath: aspect) {
      lock.withLock { change(&status) }
    }
  }

  private func noteSubscriptionLoading(_ isLoading: Bool) {
    guard lock.withLock({ status.isSubscriptionLoading != isLoading }) else { return }
    update(\.isLoading) { $0.isSubscriptionLoading = isLoading }
  }

  private func finishLoad(_ result: Result<Value?, any Error>) {
    update(\.isLoading) { $0.loads -= 1 }
    // Without a stored value, the current value remains.
    if case .success(nil) = result { return clearLoadError() }
    take(result)
  }

  private func take(_ result: Result<Value?, any Error>) {
    switch result {
    case .success(let value):
      let new = value ?? initial
      mutate { $0 = new }
      clearLoadError()
    case .failure(let error): update(\.loadError) { $0.loadError = error }
    }
  }

  /// Only one thread at a time calls the storage, with the value current at that time. The storage
  /// therefore receives the latest value last. No lock is held during the call.
  private func save(
    _ context: SaveContext, _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    guard let link = currentLink, let save = link.save, !link.isDetached else {
      return completion(.success(()))
    }
    let isFirst = lock.withLock {
      pendingSaves.append(PendingSave(context: context, completion: completion))
      defer { isSaving = true }
      return !isSaving
    }
    guard isFirst else { return }
    while let (pending, value) = nextSave() {
      save(
        value, pending.context,
        SaveContinuation({ link.name }, at: link.location) { [weak self] result in
          switch result {
          case .success:
            // The storage now has the value, whether or not it could be loaded.
            self?.clearLoadError()
            self?.clearSaveError()
          case .failure(let error): self?.update(\.saveError) { $0.saveError = error }
          }
          pending.completion(result)
        })
    }
  }

  private func nextSave() -> (PendingSave, Value)? {
    lock.withLock {
      guard !pendingSaves.isEmpty else {
        isSaving = false
        return nil
      }
      return (pendingSaves.removeFirst(), stored)
    }
  }

  private var currentLink: SharedLink<Value>? { lock.withLock { link } }

  private func clearLoadError() {
    if lock.withLock({ status.loadError != nil }) { update(\.loadError) { $0.loadError = nil } }
  }

  private func clearSaveError() {
    if lock.withLock({ status.saveError != nil }) { update(\.saveError) { $0.saveError = nil } }
  }

  var isLoading: Bool {
    registrar.access(SharedAspects(), keyPath: \.isLoading)
    return lock.withLock { status.loads > 0 || status.isSubscriptionLoading }
  }

  var loadError: (any Error)? {
    registrar.access(SharedAspects(), keyPath: \.loadError)
    return lock.withLock { status.loadError }
  }

  var saveError: (any Error)? {
    registrar.access(SharedAspects(), keyPath: \.saveError)
    return lock.withLock { status.saveError }
  }

  func load() async throws {
    guard SharedCall.isObserved else { return try await loadFromStorage() }
    let value = try await SharedCall.load(keyName ?? "") {
      try await loadFromStorage()
      return typedValue
    }
    takeAnswer(value)
  }

  private func loadFromStorage() async throws {
    guard let link = currentLink, !link.isDetached else { return }
    update(\.isLoading) { $0.loads += 1 }
    try await withCheckedThrowingContinuation { (waiting: CheckedContinuation<Void, any Error>) in
      link.load(
        .userInitiated,
        LoadContinuation({ link.name }, at: link.location) { [weak self] result in
          self?.finishLoad(result)
          waiting.resume(with: result.map { _ in () })
        })
    }
  }

  func save() async throws {
    guard SharedCall.isObserved else { return try await saveToStorage() }
    try await SharedCall.save(keyName ?? "", typedValue) { try await saveToStorage() }
  }

  private func saveToStorage() async throws {
    try await withCheckedThrowingContinuation { (waiting: CheckedContinuation<Void, any Error>) in
      save(.userInitiated) { waiting.resume(with: $0) }
    }
  }

  /// Reports that an effect created a reference.
  func noteReference() {
    takeAnswer(SharedCall.read(keyName ?? "") { typedValue })
  }

  /// Takes the value from the log. Outside of a replay, this is the current value.
  private func takeAnswer(_ value: Value) {
    if currentLink?.isDetached == true { restore(value) }
  }
}

extension SharedBox {
  var recorded: DescribedValue? {
    func described<Recorded: Recordable>(_ type: Recorded.Type) -> DescribedValue? {
      (anyValue as? Recorded).map { DescribedValue(of: $0, key: keyName ?? "") }
    }
    return (Value.self as? any Recordable.Type).flatMap { described($0) }
  }

  func restore(_ value: Value) { mutate { $0 = value } }

  func take(recorded value: DescribedValue) {
    func take<Recorded: Recordable>(_ type: Recorded.Type) {
      guard let new = value.read(as: type, of: keyName), let old = anyValue as? Recorded,
        new.recordedBytes != old.recordedBytes, let new = new as? Value
      else { return }
      restore(new)
    }
    (Value.self as? any Recordable.Type).map { take($0) }
  }
}

struct SharedLink<Value>: Sendable {
  let name: String
  let description: @Sendable () -> String
  /// The property for which the box was made.
  let location: CodeLocation?
  /// Whether the storage is neither read nor written, as in a replay.
  let isDetached: Bool
  let load: @Sendable (LoadContext<Value>, LoadContinuation<Value>) -> Void
  let subscribe: @Sendable (LoadContext<Value>, SharedSubscriber<Value>) -> SharedSubscription
  let save: (@Sendable (Value, SaveContext, SaveContinuation) -> Void)?

  init<Key: SharedReaderKey>(
    _ key: Key, at location: CodeLocation?, isDetached: Bool
  ) where Key.Value == Value {
    name = key.recordedName
    description = { String(reflecting: key) }
    self.location = location
    self.isDetached = isDetached
    load = { key.load(context: $0, continuation: $1) }
    subscribe = { key.subscribe(context: $0, subscriber: $1) }
    if let key = key as? any SharedKey<Value> { save = Self.saving(key) } else { save = nil }
  }

  private static func saving(
    _ key: some SharedKey<Value>
  ) -> @Sendable (Value, SaveContext, SaveContinuation) -> Void {
    { key.save($0, context: $1, continuation: $2) }
  }
}
