import DependencyInjection
import Foundation
import RecordCoding
import ReducerRuntime
import SessionModel
import SessionRecording

extension SessionTape {
  /// Returns a value for a read that the log lacks; `nil` if there is no sensible one.
  ///
  /// An identity or a random number is a new one, which depends only on the place of the read. Any
  /// other dependency returns the value that it returned last.
  func suppliedRead(
    of dependency: Int, named name: String, at stepIndex: Int, in candidate: SessionCandidate
  ) -> RecordedRead? {
    let count = candidate.supplied[stepIndex]?.count ?? 0
    var generator = SeededGenerator(seed: UInt64(stepIndex) << 16 ^ UInt64(count))
    let bytes: [UInt8]?
    switch name {
    case RecordedDependency.uuid.name: bytes = UUID(random: &generator).recordedBytes
    case RecordedDependency.randomNumbers.name: bytes = generator.next().recordedBytes
    case RecordedDependency.stackElementIDs.name:
      bytes = stackElementID(unusedBy: candidate, of: dependency).recordedBytes
    default: bytes = lastRead(of: dependency, at: stepIndex, in: candidate)
    }
    return bytes.map { RecordedRead(dependency: dependency, bytes: $0) }
  }

  private func stackElementID(
    unusedBy candidate: SessionCandidate, of dependency: Int
  ) -> StackElementID {
    let all = steps.flatMap(\.reads) + candidate.supplied.values.joined()
    let generations = all.filter { $0.dependency == dependency }
      .compactMap { StackElementID(decoding: $0.bytes)?.generation }
    return StackElementID(generation: (generations.max() ?? -1) + 1)
  }

  /// Returns the value that a dependency returned last, or else the one that it returns next.
  private func lastRead(
    of dependency: Int, at stepIndex: Int, in candidate: SessionCandidate
  ) -> [UInt8]? {
    func read(at index: Int) -> [UInt8]? {
      reads(at: index, in: candidate).last { $0.dependency == dependency }?.bytes
    }
    return steps.indices[...stepIndex].reversed().lazy.compactMap(read).first
      ?? steps.indices[stepIndex...].lazy.compactMap(read).first
  }
}
