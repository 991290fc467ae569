/// A buffer of results that arrive in any order and are delivered in the order of their indexes.
struct ResultOrder<Result> {
  private var waiting: [Int: Result] = [:]
  private var next = 0

  mutating func add(_ index: Int, _ result: Result, _ deliver: (Result) -> Void) {
    guard index == next else {
      waiting[index] = result
      return
    }
    deliver(result)
    next += 1
    while let result = waiting.removeValue(forKey: next) {
      deliver(result)
      next += 1
    }
  }

  /// Delivers the results that wait for a result that never arrives.
  mutating func deliverRest(_ deliver: (Result) -> Void) {
    for (_, result) in waiting.sorted(by: { $0.key < $1.key }) { deliver(result) }
    waiting = [:]
  }
}

extension Sequence {
  package func forEachInOrder<Result>(_ body: (Result) -> Void) where Element == (Int, Result) {
    var order = ResultOrder<Result>()
    for (index, result) in self { order.add(index, result, body) }
  }
}
