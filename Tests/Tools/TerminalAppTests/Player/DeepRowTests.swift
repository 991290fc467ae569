import DependencyInjection
import TerminalApp
import TerminalUI
import Testing

/// Steps of drawn features that are deep in stacks, sheets and lists.
@Suite("Rows of deep features")
struct DeepRowTests {
  private struct Drawn {
    var path: [String]
    var leaf: String
    var field: String
    var value: Int

    var action: String { (path + [leaf]).joined(separator: ".") }

    /// A change within the feature. The state of a stack's element is in a field.
    var changes: String {
      let path = path.flatMap { $0.hasPrefix("path[") ? [$0, "state"] : [$0] }
      return "\((path + [field]).joined(separator: ".")): \(value - 1) → \(value)"
    }
  }

  @Test("Neighboring rows look the same only if they are", arguments: 0..<200)
  func neighbors(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let first = drawn(&generator)
    let second = neighbor(of: first, &generator)
    for width in [80, 120, 200] {
      let rows = rows([first, second], width: width)
      #expect(rows[0] != rows[1], "\(rows)")
    }
  }

  @Test("The last case of an action and the new value are visible", arguments: 0..<200)
  func visible(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let step = drawn(&generator)
    for width in [100, 120, 200] {
      let row = rows([step], width: width)[0]
      #expect(row.contains(step.leaf), "\(row)")
      #expect(row.contains(" → \(step.value)"), "\(row)")
      #expect(row.count <= width)
    }
  }

  /// Returns the rows of steps without their numbers.
  private func rows(_ steps: [Drawn], width: Int) -> [String] {
    var list = StepListModel(
      ListedSteps(
        steps: steps.map { ($0.action, nil) }, changes: steps.map(\.changes)))
    list.fit(height: steps.count)
    let grid = Frame(StepListView(list), size: Size(width: width, height: steps.count)).grid
    return grid.text.split(separator: "\n").map { String($0.drop { $0 != "·" }) }
  }

  private func drawn(_ generator: inout SeededGenerator) -> Drawn {
    let features = ["group", "destination", "edit", "expense", "shoppingList", "participants"]
    let path = (0..<Int.random(in: 2...8, using: &generator)).map { level -> String in
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: "path[id: \(Int.random(in: 0...30, using: &generator))]"
      case 1: "rows[id: \(identity(&generator))…]"
      default: features[(level + Int.random(in: 0...5, using: &generator)) % 6]
      }
    }
    let leaves = [
      "saveButtonTapped", "amountText = \"900.50\"", "ticked", "removeAttendeeButtonTapped",
      "response(.success(17))", "saved(id: 3)",
    ]
    return Drawn(
      path: path, leaf: leaves.randomElement(using: &generator) ?? "", field: "cents",
      value: Int.random(in: 1...90_050, using: &generator))
  }

  /// Returns a step that differs from another in a row, a feature, the last case or the value.
  private func neighbor(of step: Drawn, _ generator: inout SeededGenerator) -> Drawn {
    var other = step
    let rows = step.path.indices.filter { step.path[$0].hasSuffix("]") }
    switch (Int.random(in: 0..<4, using: &generator), rows.last) {
    case (0, let row?): other.path[row] = "rows[id: \(identity(&generator))x…]"
    case (1, _): other.path[step.path.count - 1] = "otherFeature"
    case (2, _): other.leaf = "cancelTapped"
    default: other.value += 1
    }
    return other
  }

  private func identity(_ generator: inout SeededGenerator) -> String {
    String((0..<7).compactMap { _ in "0123456789ABCDEF".randomElement(using: &generator) })
  }
}
