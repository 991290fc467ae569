/// Numbers objects by their first visit, those of each type from one.
struct ObjectNumbers {
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var counts: [String: Int] = [:]
  /// Keeps the objects that were visited, so that no other takes the place of one in memory.
  private var visited: [AnyObject] = []

  /// The number of an object, or nil if it was not visited.
  func number(of object: AnyObject) -> Int? { numbers[ObjectIdentifier(object)] }

  /// Returns the number of an object whose shape opens with a text, which its type decides.
  mutating func visit(_ object: AnyObject, opening: String) -> Int {
    let identifier = ObjectIdentifier(object)
    if let number = numbers[identifier] { return number }
    let number = counts[opening, default: 0] + 1
    counts[opening] = number
    numbers[identifier] = number
    visited.append(object)
    return number
  }
}
