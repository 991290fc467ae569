import Foundation
import SessionReports
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct TimelineDrawingTests {
  private let steps = [
    step(1, "counter.nthPrimeButtonTapped"), step(2, "alerts.post(\"<b>&\")", changes: false),
    step(3, "counter.nthPrimeResponse(17)", startedBy: 1, elapsed: 2500),
  ]

  @Test func `Each feature has a lane, each step a dot, and each effect an arrow to what it sent`()
  {
    let svg = TimelineDrawing(title: "s", steps: steps).svg
    #expect(svg.count(of: "class=\"lane\"") == 2)
    #expect(svg.count(of: "<title>") == 3)
    #expect(svg.count(of: "class=\"arrow\"") == 1)
    #expect(svg.contains(">nthPrimeResponse</text>"))
    #expect(svg.contains(">+2 s</text>"))
  }

  @Test func `Actions of the root share a lane, and those of a row are in the lane of its feature`()
  {
    let steps = [
      Self.step(1, "launched", feature: ("AppFeature", 1)),
      Self.step(2, "tabSelected.counter", feature: ("AppFeature", 2)),
      Self.step(3, "products[id: 7].updateName(\"a\")", feature: ("ProductFeature", 1)),
      Self.step(4, "launched", feature: ("Feature", 1)),
    ]
    let svg = TimelineDrawing(title: "s", steps: steps).svg
    for lane in ["App", "Product", "Feature"] { #expect(svg.count(of: ">\(lane)</text>") == 1) }
    for label in ["launched", "tabSelected.counter", "updateName"] {
      #expect(svg.contains(">\(label)</text>"))
    }
  }

  @Test func `The step that differs has a ring`() {
    #expect(TimelineDrawing(title: "s", steps: steps).svg.count(of: "class=\"failed\"") == 0)
    #expect(
      TimelineDrawing(title: "s", steps: steps, failure: 3).svg.count(of: "class=\"failed\"") == 1)
  }

  @Test func `Names and values are text, and the drawing is well-formed`() {
    let svg = TimelineDrawing(title: "a<b>\u{1B}", steps: steps).svg
    #expect(!svg.contains("<b>"))
    let parser = XMLParser(data: Data(svg.utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
  }

  @Test func `A step whose sender is not drawn has no arrow`() {
    #expect(
      TimelineDrawing(title: "s", steps: Array(steps.dropFirst())).svg.count(of: "class=\"arrow\"")
        == 0)
  }

  private static func step(
    _ number: UInt64, _ action: String, feature: (String, Int)? = nil, startedBy: UInt64? = nil,
    changes: Bool = true, elapsed: UInt64 = 0
  ) -> TimelineDrawing.Step {
    TimelineDrawing.Step(
      number: number, action: action, feature: feature, startedBy: startedBy,
      changesState: changes, elapsedMilliseconds: elapsed)
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
