import ActionText
package import ComposableArchitecture
import Locking
package import RecordCoding
import RecordSchema

/// Sees to it that the secrets of an app do not get into its log.
///
/// What a step makes a secret must be known before any part of the step is written: `advance` learns
/// it from the action, the reads and the change of state, and writes the change; what is written of
/// the action and of the effect behind it has tokens.
package final class SecretKeeper: Sendable {
  /// More texts of earlier actions than this are not remembered.
  private static let mostTexts = 4096

  /// The secrets that are known by now.
  package let table: SecretTable
  private let header: SessionHeader
  private let actions: ActionText
  private let onWarning: @Sendable (String) -> Void
  private let memory = Mutex(Memory())

  private struct Memory: Sendable {
    /// The names of earlier actions by the hashes of the texts in them, which are no secrets so far.
    var actions: [Int: String] = [:]
    var told: Set<String> = []
  }

  /// Creates a keeper of the secrets of a session with a header.
  ///
  /// `onWarning` gets each secret that cannot be kept, once. `pupil` learns the same secrets.
  package init(
    header: SessionHeader, teaching pupil: SecretTable? = nil,
    onWarning: @escaping @Sendable (String) -> Void
  ) {
    table = SecretTable(forwardingTo: pupil)
    self.header = header
    actions = ActionText(schema: header.schema, type: header.action)
    self.onWarning = onWarning
  }

  /// Makes secrets of what is redacted in a state, before the whole of it is written.
  func learn(from state: some Recordable) {
    _ = survey(state)
  }

  /// Writes the change of state of a step; returns whether there is any.
  func advance<State: Recordable, Action: Recordable>(
    _ track: StateTrack<State>, to state: UnsafePointer<State>, after action: Action,
    _ reads: StepReads?, into change: inout RecordEncoder
  ) -> Bool {
    let known = table.learned
    let texts = survey(action)
    // To write the reads tells the table of those that are redacted.
    reads?.teach()
    if !track.sharedReferences.isEmpty {
      return advanceInPlace(track, to: state, texts, of: action, into: &change)
    }
    let previous = track.state
    let start = change.count
    let hasChanged = track.advance(to: state, into: &change)
    defer { remember(texts, of: action) }
    guard table.learned != known else { return hasChanged }
    tell(table.expose(since: known, in: previous, now: state.pointee))
    tellOfActions(since: known, previous, state.pointee)
    change.rewind(to: start)
    return change.encodeChange(from: previous, to: state.pointee)
  }

  /// Writes the change of a state whose last one may have changed with it, so that all secrets in it
  /// must be known before.
  private func advanceInPlace<State: Recordable, Action: Recordable>(
    _ track: StateTrack<State>, to state: UnsafePointer<State>, _ texts: [String],
    of action: Action, into change: inout RecordEncoder
  ) -> Bool {
    let known = table.learned
    learn(from: state.pointee)
    defer { remember(texts, of: action) }
    if table.learned != known { tellOfActions(since: known, track.state, state.pointee) }
    return track.advance(to: state, into: &change)
  }

  /// Writes what has changed in place since the last step.
  func advanceInPlace<State: Recordable>(
    _ track: StateTrack<State>, into change: inout RecordEncoder
  ) -> Bool {
    learn(from: track.state)
    return track.advanceInPlace(into: &change)
  }

  /// The reads of a step as they are written: those of an older log may hold what is a secret by now.
  func scrubbed(_ reads: [UInt8]) -> [UInt8] {
    var decoder = RecordDecoder(reads)
    var encoder = RecordEncoder()
    while !decoder.isAtEnd {
      guard let index = try? decoder.varint(UInt32.self), Int(index) < header.draws.count,
        let value = try? decoder.decodeValue(of: header.draws[Int(index)].type, in: header.schema)
      else { return reads }
      encoder.append(varint: index)
      encoder.encode(
        value.scrubbed(by: table), as: header.draws[Int(index)].type, in: header.schema)
    }
    return encoder.bytes
  }

  /// The texts of a value that are not redacted; what is redacted becomes a secret.
  private func survey(_ value: some Recordable) -> [String] {
    let survey = TextSurvey(secrets: table)
    // An encoder of its own, in which equal masks of several elements of a set are no failure.
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
      for text in texts where memory.actions.count < Self.mostTexts {
        memory.actions[text.hashValue] = name
      }
    }
  }

  private func tellOfActions<State: Recordable>(since known: Int, _ before: State, _ after: State) {
    var paths: SecretPaths?
    for place in known..<table.learned {
      guard let text = table.text(ofSecret: place),
        let action = memory.withLock({ $0.actions[text.hashValue] })
      else { continue }
      let found = paths ?? SecretPaths(before: before, after: after)
      paths = found
      tell([
        "'\(action)' was recorded with what \(found.keeper(of: text)) keeps secret; mark its payload"
      ])
    }
  }

  private func tell(_ warnings: [String]) {
    for warning in warnings where memory.withLock({ $0.told.insert(warning).inserted }) {
      onWarning(warning)
    }
  }
}

extension EffectShape {
  /// The shape with tokens in the place of secrets in its identities.
  ///
  /// A short text is one as a whole only, and only where the identity is a text itself: a number that
  /// is written like a secret is likely to be an identity by chance.
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

  /// Returns the shape with other identities.
  package func mapIdentities(_ transform: (EffectIdentity) -> EffectIdentity) -> EffectShape {
    map(identity: transform, sent: \.self)
  }

  /// The shape with other actions that are sent.
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
