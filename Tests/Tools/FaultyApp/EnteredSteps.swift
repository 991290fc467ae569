import Foundation
import Synchronization

/// How many steps reducers have seen, in a file that is mapped: it holds whatever ends the process.
enum EnteredSteps {
  /// The number in the file `FAULTY_COUNT`; `nil` if none is asked for. Never unmapped.
  private nonisolated(unsafe) static let number: UnsafeMutablePointer<Atomic<UInt64>>? = {
    guard let path = ProcessInfo.processInfo.environment["FAULTY_COUNT"] else { return nil }
    let file = open(path, O_RDWR)
    let length = MemoryLayout<UInt64>.size
    guard file >= 0, let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      memory != MAP_FAILED
    else { fatalError("'\(path)' cannot be mapped") }
    return memory.assumingMemoryBound(to: Atomic<UInt64>.self)
  }()

  /// The number of which the pipe `FAULTY_SIGNAL` is told.
  private static let told = ProcessInfo.processInfo.environment["FAULTY_COUNT_TOLD"].flatMap {
    UInt64($0)
  }

  /// How many steps later the app waits, so that it is killed in any case.
  private static let grace: UInt64 = 500

  /// Counts a step, before the reducer does anything else.
  static func count() {
    guard let number else { return }
    let entered = number.pointee.add(1, ordering: .releasing).newValue
    guard let told else { return }
    if entered == told { Signal.send() }
    while entered >= told + grace { pause() }
  }
}
