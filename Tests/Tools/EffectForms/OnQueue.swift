import Dispatch

/// Does work on a queue. `make effect-mutants` adds calls of this function to effects.
func onQueue(_ work: @escaping @Sendable () -> Void) {
  DispatchQueue.global().async(execute: work)
}
