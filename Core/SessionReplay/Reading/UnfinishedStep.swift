package import ActionText
package import RecordCoding
import ComposableArchitecture
package import RecordSchema
import SessionLog

/// The step that an app was reducing when it ended.
package struct UnfinishedStep: Sendable {
  /// The number of the step.
  package let number: UInt64
  /// The action, which the reducer did not finish.
  package let action: RecordedValue
}

extension UnfinishedStep {
  /// The step as in `step 12: todos.move(0, to: 2)`.
  package func description(in header: SessionHeader) -> String {
    let text = ActionText(schema: header.schema, type: header.action).text(of: action)
    return "step \(number): \(text)"
  }
}

extension SessionReader {
  /// The last step, if the app ended while it was reducing it.
  package func unfinishedStep() throws(SessionReadError) -> UnfinishedStep? {
    guard let index = log.blocks.lastIndex(where: { $0.stepCount > 0 }) else { return nil }
    let block = try steps(ofBlockAt: index)
    guard let chunk = block.chunks.last, let token = chunk.tokens.last else { return nil }
    let row = chunk.rows[Int(token)]
    guard row.flags.contains(.unfinished) else { return nil }
    do throws(BadBlock) {
      var memory = StateMemory.ofKeyframe(memberLength: block.payload.count)
      var effectsLeft = EffectShape.mostInChunk
      let recorded = try RecordedRow(
        row, of: block.payload, header: header, memory: &memory, effectsLeft: &effectsLeft)
      return UnfinishedStep(number: log.lastStep, action: recorded.action)
    } catch {
      throw fault(inBlockAt: index, wholeSteps: log.lastStep - 1, error)
    }
  }
}
