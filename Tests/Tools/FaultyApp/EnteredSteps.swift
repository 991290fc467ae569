import Foundation
import Synchronization

/// Counts the steps that reducers have entered, in a mapped file that survives a crash of the
/// process.
enum EnteredSteps {
  /// The counter in the file `FAULTY_COUNT`, or `nil` if the variable is not set. Never unmapped.
  private nonisolated(unsafe) static let number: UnsafeMutablePointer<Atomic<UInt64>>? = {
    guard let path = ProcessInfo.processInfo.environment["FAULTY_COUNT"] else { return nil }
    let file = open(path, O_RDWR)
    let length = MemoryLayout<UInt64>.size
    guard file >= 0, let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      memory != MAP_FAILED
    else { fatalError("'\(path)' cannot be mapped") }
    return memory.assumingMemoryBound(to: Atomic<UInt64>.self)
  }()

  /// The count at which the pipe `FAULTY_SIGNAL` is signaled.
  private static let told = ProcessInfo.processInfo.environment["FAULTY_COUNT_TOLD"].flatMap {
    UInt64($0)
  }

  /// The number of further steps after which the app waits, to be killed for certain.
  private static let grace: UInt64 = 500

  /// Counts a step. Reducers call this method first.
  static func count() {
    guard let number else { return }
    let entered = number.pointee.add(1, ordering: .releasing).newValue
    guard let told else { return }
    if entered == told { Signal.send() }
    while entered >= told + grace { pause() }
  }
}
