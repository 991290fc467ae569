import Foundation
import Platform

/// Evaluates elements on all processors, and returns the results in the order of the elements.
func concurrentResults<Element: Sendable, Value: Sendable>(
  _ elements: [Element], _ body: @Sendable (Element) throws(MutantsError) -> Value
) throws(MutantsError) -> [Value] {
  let results = Mutex<[Int: Result<Value, MutantsError>]>([:])
  let next = Atomic(0)
  DispatchQueue.concurrentPerform(iterations: ProcessInfo.processInfo.activeProcessorCount) { _ in
    while true {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < elements.count else { return }
      let result = Result { () throws(MutantsError) in try body(elements[index]) }
      results.withLock { $0[index] = result }
    }
  }
  var values: [Value] = []
  for index in elements.indices {
    guard let result = results.withLock({ $0[index] }) else { continue }
    values.append(try result.get())
  }
  return values
}
