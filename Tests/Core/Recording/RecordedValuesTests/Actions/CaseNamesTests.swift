import RecordedValues
import Testing

@Suite("The names of the cases of a printed action")
struct CaseNamesTests {
  @Test(
    "Values and rows are left out, whatever their texts contain",
    arguments: [
      ("counter.incrTapped", "counter.incrTapped"),
      ("nthPrime.received(Optional(7))", "nthPrime.received"),
      (#"updateName("Milk (2) [new]")"#, "updateName"),
      ("products[0].updateName", "products.updateName"),
      ("products[id: 9C9DBD0C…].updateName", "products.updateName"),
      (#"part.path[1].lines["a"].cut"#, "part.path.lines.cut"),
      (#"lines["a]b"].cut"#, "lines.cut"),
      (#"lines["a[b"].cut"#, "lines.cut"),
      (#"lines["a\"]b"].cut"#, "lines.cut"),
      (#"lines[Key(name: "a)", number: 1)].cut"#, "lines.cut"),
    ])
  func values(action: String, names: String) {
    #expect(action.caseNames == names)
  }

  @Test(
    "A value that is cut off is left out",
    arguments: [#"updateName("Mi"#, "updateName([1, 2", #"updateName("Mi\"#])
  func truncated(action: String) {
    #expect(action.caseNames == "updateName")
  }

  @Test("Brackets and digits in raw identifiers are parts of names")
  func raw() {
    #expect("`a [b] (2)`.`3`[4].cut(5)".caseNames == "`a [b] (2)`.`3`.cut")
  }
}
