import AppShell
import Foundation
import TerminalUI
import Testing

/// Tests of the format in which the page receives screens.
struct PageScreensTests {
  @Test func `Lines are stored once, and a step contains only the rows that it changes`() throws {
    var screens = PageScreens()
    screens.add(grid("a", "b"), after: 0)
    screens.add(grid("a", "a"), after: 3)
    screens.add(grid("a", "a"), after: 4)
    screens.add(grid("a"), after: 5)
    let object = try JSONSerialization.jsonObject(with: Data(screens.json.utf8))
    let found = try #require(object as? [String: Any])
    let lines = try #require(found["lines"] as? [[[Any]]])
    #expect(lines.map { $0.map { $0[0] as? String } } == [["a"], ["b"], []])
    let steps = try #require(found["steps"] as? NSArray)
    #expect(steps == [[0, [[0, 0], [1, 1]], 2], [3, [[1, 0]], 2], [5, [], 1]])
  }

  @Test func `Styles are stored by name`() throws {
    var screens = PageScreens()
    screens.add(
      Frame(Row { Text("on").color(.danger).bold() }, size: Size(width: 4, height: 1)).grid,
      after: 0)
    #expect(screens.json.contains(#""styles":[{"bold":true,"color":"danger"}]"#))
  }

  private func grid(_ lines: String...) -> Grid {
    Frame(Column { for line in lines { Text(line) } }, size: Size(width: 4, height: 3)).grid
  }
}
