import RecordCoding
package import RecordedValues
import SessionLog
package import SessionModel

extension SessionCursor {
  /// Returns the changes of the last step, and each change of a shared value only once.
  ///
  /// Output for people shows these changes. Output for programs has all of them.
  package mutating func merged(_ changes: [StateChange]) -> [StateChange] {
    guard changes.count > 1, knowsState, let types = sharedTypes else { return changes }
    return StateChange.merged(changes, in: state, types: types) { knownReferences(types) }
  }

  /// The references in the last keyframe, which is read again when they are first needed.
  private mutating func knownReferences(_ types: SharedTypes) -> KnownReferences {
    if let sharing, sharing.block == lastKeyframe { return sharing.known }
    let known = reader.knownReferences(inKeyframeAt: lastKeyframe, types: types)
    sharing = (lastKeyframe, known)
    return known
  }
}

extension SharedTypes {
  /// Returns `nil` if the header doesn't describe which values are shared.
  package init?(_ header: SessionHeader) {
    self.init(
      state: header.state, schema: header.schema, fields: header.shared ?? [],
      supplements: header.supplements ?? [])
  }
}

extension SessionReader {
  fileprivate func knownReferences(
    inKeyframeAt index: Int, types: SharedTypes
  ) -> KnownReferences {
    guard let payload = try? log.payload(of: log.blocks[index]),
      let block = try? BlockSteps(payload, startsWithKeyframe: true),
      let keyframe = block.keyframe, let supplement = block.supplement
    else { return .none }
    var memory = StateMemory.ofKeyframe(memberLength: log.blocks[index].memberLength)
    guard let state = try? value(ofKeyframe: keyframe, in: payload, memory: &memory) else {
      return .none
    }
    return KnownReferences(of: Array(payload[supplement]), in: state, types: types)
  }
}
