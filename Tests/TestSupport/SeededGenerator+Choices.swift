package import DependencyInjection

extension SeededGenerator {
  /// Draws a number from 0 up to a limit, without that.
  package mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  /// Draws one of several elements.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
