package import RecordedValues
import Platform
package import RecordCoding
import ReducerRuntime
package import SessionModel

/// A filter that keeps the secrets of an app out of its log.
///
/// The secrets in a step must be known before any part of the step is written. `advance` learns
/// them from the action, the reads and the change of state, and writes the change. The action and
/// the effect are written after that, with tokens in place of secrets.
package final class SecretKeeper: Sendable {
  /// The maximum number of texts that are remembered from earlier actions.
  private static let maxTexts = 4096

  package let table: SecretTable
  private let header: SessionHeader
  private let actions: ActionText
  private let onWarning: @Sendable (String) -> Void
  private let memory = Mutex(Memory())

  private struct Memory: Sendable {
    /// The names of earlier actions, by the hashes of texts in them that were not secret.
    var actions: [Int: String] = [:]
    var reported: Set<String> = []
  }

  /// Creates a filter for a session with a header. `other` learns the same secrets.
  ///
  /// `onWarning` is called once for each secret that cannot be kept out.
  package init(
    header: SessionHeader, forwardingTo other: SecretTable? = nil,
    onWarning: @escaping @Sendable (String) -> Void
  ) {
    table = SecretTable(forwardingTo: other)
    self.header = header
    actions = ActionText(schema: header.schema, type: header.action)
    self.onWarning = onWarning
  }

  func learn(from state: some Recordable) {
    _ = survey(state)
  }

  /// Writes the state change of a step, and returns whether there is any.
  func advance<State: Recordable, Action: Recordable>(
    _ track: StateTrack<State>, to state: UnsafePointer<State>, after action: Action,
    _ reads: StepReads?, into change: inout RecordEncoder
  ) -> Bool {
    let known = table.learned
    let texts = survey(action)
    // Writing the reads adds the redacted ones to the table.
    reads?.addSecrets()
    if !track.sharedReferences.isEmpty {
      return advanceInPlace(track, to: state, texts, of: action, into: &change)
    }
    let previous = track.state
    let start = change.count
    let hasChanged = track.advance(to: state, into: &change)
    defer { remember(texts, of: action) }
    guard table.learned != known else { return hasChanged }
    report(table.expose(since: known, in: previous, now: state.pointee))
    reportActions(since: known, previous, state.pointee)
    change.rewind(to: start)
    return change.encodeChange(from: previous, to: state.pointee)
  }

  /// All secrets must be known first, because the state shares memory with its previous value.
  private func advanceInPlace<State: Recordable, Action: Recordable>(
    _ track: StateTrack<State>, to state: UnsafePointer<State>, _ texts: [String],
    of action: Action, into change: inout RecordEncoder
  ) -> Bool {
    let known = table.learned
    learn(from: state.pointee)
    defer { remember(texts, of: action) }
    if table.learned != known { reportActions(since: known, track.state, state.pointee) }
    return track.advance(to: state, into: &change)
  }

  func advanceInPlace<State: Recordable>(
    _ track: StateTrack<State>, into change: inout RecordEncoder
  ) -> Bool {
    learn(from: track.state)
    return track.advanceInPlace(into: &change)
  }

  /// Returns the reads of a step without secrets. The reads of an older log may contain texts that
  /// are secret by now.
  func scrubbed(_ reads: [UInt8]) -> [UInt8] {
    var decoder = RecordDecoder(reads)
    var encoder = RecordEncoder()
    while !decoder.isAtEnd {
      guard let index = try? decoder.varint(UInt32.self), Int(index) < header.dependencies.count,
        let value = try? decoder.decodeValue(
          of: header.dependencies[Int(index)].type, in: header.schema)
      else { return reads }
      encoder.append(varint: index)
      encoder.encode(
        value.scrubbed(by: table), as: header.dependencies[Int(index)].type, in: header.schema)
    }
    return encoder.bytes
  }

  /// Returns the texts of a value that are not redacted, and learns the redacted ones.
  private func survey(_ value: some Recordable) -> [String] {
    let survey = TextSurvey(secrets: table)
    // Use a separate encoder, in which equal masks of several elements of a set are not a failure.
    var encoder = RecordEncoder()
    encoder.redaction = .survey(survey)
    encoder.supplement = SupplementEncoder()
    encoder.encode(value)
    return survey.texts
  }

  private func remember(_ texts: [String], of action: some Recordable) {
    let texts = texts.filter { $0.count > 1 && table.scrubbed($0) == $0 }
    guard !texts.isEmpty else { return }
    let name = actions.caseNames(of: action)
    memory.withLock { memory in
      for text in texts where memory.actions.count < Self.maxTexts {
        memory.actions[text.hashValue] = name
      }
    }
  }

  private func reportActions<State: Recordable>(since known: Int, _ before: State, _ after: State) {
    var paths: SecretPaths?
    for secret in known..<table.learned {
      guard let text = table.text(ofSecret: secret),
        let action = memory.withLock({ $0.actions[text.hashValue] })
      else { continue }
      let found = paths ?? SecretPaths(before: before, after: after)
      paths = found
      let keeper = found.keeper(of: text)
      report([
        "'\(action)' was recorded with a value that \(keeper) keeps secret; mark its payload"
      ])
    }
  }

  private func report(_ warnings: [String]) {
    for warning in warnings where memory.withLock({ $0.reported.insert(warning).inserted }) {
      onWarning(warning)
    }
  }
}

extension EffectShape {
  /// Returns the shape with tokens in place of the secrets in its identities.
  ///
  /// A short secret is replaced only as a whole, and only if the identity itself is a text. A
  /// number that is written like a secret is probably equal by coincidence.
  func redacted(_ identities: [any Hashable & Sendable], by secrets: SecretTable) -> EffectShape {
    let texts = Set(
      identities.compactMap { ($0 as? String) ?? ($0 as? Character).map { String($0) } })
    return mapIdentities { identity in
      var identity = identity
      if identity.text.unicodeScalars.count >= 4 || texts.contains(identity.text) {
        identity.text = secrets.scrubbed(identity.text)
      }
      return identity
    }
  }

  package func mapIdentities(_ transform: (EffectIdentity) -> EffectIdentity) -> EffectShape {
    map(identity: transform, sent: \.self)
  }

  package func mapSent(_ transform: (SentAction) -> SentAction) -> EffectShape {
    map(identity: \.self, sent: transform)
  }

  private func map(
    identity: (EffectIdentity) -> EffectIdentity, sent: (SentAction) -> SentAction
  ) -> EffectShape {
    switch self {
    case .none, .run: self
    case .send(let action): .send(sent(action))
    case .merge(let parts): .merge(parts.map { $0.map(identity: identity, sent: sent) })
    case .concatenate(let parts):
      .concatenate(parts.map { $0.map(identity: identity, sent: sent) })
    case .cancellable(let effect, let id, let cancelInFlight):
      .cancellable(
        effect.map(identity: identity, sent: sent), id: identity(id),
        cancelInFlight: cancelInFlight)
    case .cancel(let id): .cancel(id: identity(id))
    }
  }
}
