import RecordedValues
import RecordCoding
import TestSupport
import Testing

@Suite("Round trips of action text")
struct ActionRoundTripTests {
  @Test("Every printed action parses back to itself", arguments: 0..<300)
  func actions(seed: UInt64) throws {
    var random = RandomSchema(seed: seed, rootIsEnumeration: true)
    let actions = ActionText(schema: random.schema, type: .named(0))
    for _ in 0..<10 {
      let action = try random.value(of: .named(0))
      let text = actions.text(of: action)
      #expect(try actions.parse(text) == action, "\(text)")
    }
  }

  @Test("Every printed value parses back to itself", arguments: 0..<300)
  func values(seed: UInt64) throws {
    var random = RandomSchema(seed: seed &+ 10_000)
    for _ in 0..<20 {
      let type = random.type(above: -1, of: random.schema.types.count, depth: 0)
      let value = try random.value(of: type)
      let text = ValueText(schema: random.schema).text(of: value, as: type)
      let parsed = try ActionText.parseValue(text, as: type, in: random.schema)
      #expect(parsed == value, "\(text)")
    }
  }

  @Test("Printed text is one line of visible characters", arguments: 0..<100)
  func visible(seed: UInt64) throws {
    var random = RandomSchema(seed: seed &+ 20_000)
    let value = try random.value(of: .named(0))
    let printer = ValueText(schema: random.schema)
    for line in [printer.text(of: value, as: .named(0))] + printer.lines(of: value, as: .named(0)) {
      let raw = line.unicodeScalars.filter { scalar in
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: scalar.value != 0x200D
        default: false
        }
      }
      #expect(raw.isEmpty, "\(line.debugDescription)")
    }
  }
}
