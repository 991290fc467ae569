import Dispatch

/// Does work on a queue, for changes of effects that `make effect-mutants` makes.
func onQueue(_ work: @escaping @Sendable () -> Void) {
  DispatchQueue.global().async(execute: work)
}
