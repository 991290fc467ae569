import Foundation
import RecordCoding
import RecordedValues
import Testing

@Suite("Forms of secrets")
struct SecretFormsTests {
  /// A value of each type that is a secret with the same text.
  enum Kind: CaseIterable {
    case text, data, url, uuid, number

    static let texts: [Kind: String] = [
      .text: "tr0ub4dor", .data: "tr0ub4dor", .url: "mailto:ann@example.com",
      .uuid: "5EC2E7AB-5EC2-E75E-C2E7-5EC2E75EC2E7", .number: "123456",
    ]

    func learn(_ text: String, in table: SecretTable) {
      var encoder = RecordEncoder()
      encoder.redaction = .tokens(table)
      switch self {
      case .text: encoder.encode(Redacted(text))
      case .data: encoder.encode(Redacted(Data(text.utf8)))
      case .url: encoder.encode(Redacted(URL(string: text)))
      case .uuid: encoder.encode(Redacted(UUID(uuidString: text)))
      case .number: encoder.encode(Redacted(Int(text)))
      }
    }
  }

  @Recordable struct State { var message: String }

  @Test(
    "A secret stays hidden when it appears again, as a value of any type",
    arguments: Kind.allCases, Kind.allCases)
  func again(first: Kind, second: Kind) throws {
    for source in [first, second] {
      let table = SecretTable()
      let text = try #require(Kind.texts[source])
      first.learn(text, in: table)
      // Some texts don't represent a value of each type.
      guard table.scrubbed("say \(text)") != "say \(text)" else { continue }
      let state = State(message: "say \(text)")
      let known = table.learned
      second.learn(text, in: table)
      #expect(table.expose(since: known, in: state, now: state) == [])
      #expect(!table.scrubbed("say \(text)").contains(text))
    }
  }

  @Test("A secret that was exposed as a text is hidden in marked data")
  func exposed() {
    let table = SecretTable()
    let state = State(message: "say tr0ub4dor")
    Kind.text.learn("tr0ub4dor", in: table)
    #expect(table.expose(since: 0, in: state, now: state).count == 1)
    Kind.data.learn("tr0ub4dor", in: table)
    #expect(table.scrubbed(Data("tr0ub4dor".utf8)) == Data([1, 0, 0, 0, 0, 0, 0, 0, 0]))
    #expect(table.scrubbed("tr0ub4dor") == "tr0ub4dor")
  }

  @Test("A short secret is hidden as a whole text and as whole data")
  func short() {
    for kind in [Kind.text, .data] {
      let table = SecretTable()
      kind.learn("pin", in: table)
      #expect(table.scrubbed("pin") == "••①")
      #expect(table.scrubbed("a pin") == "a pin")
      #expect(!table.scrubbed(Data("pin".utf8)).elementsEqual("pin".utf8))
    }
  }

  @Test("A text that is an identifier is hidden in values that are identifiers")
  func identifier() throws {
    let table = SecretTable()
    let id = UUID()
    Kind.text.learn(id.uuidString.lowercased(), in: table)
    #expect(table.scrubbed(id) != id)
  }

  static let secrets = [
    "tr0ub4dor", "Zoë Müller", "Zoe\u{308} Mu\u{308}ller", "a\u{323}\u{307}bcd", "한국어비밀",
    "日本語です", "ﬁsh & chips", "ＷＩＤＥ", "Å\u{212B}ngstro\u{308}m", "pä\"ss\\wört",
    "100% / a+b=c?&d#e", "line\nbreak\tand \u{1B}[1m", "👩‍👩‍👧‍👦🔑🔑🔑", "q\u{307}\u{323}xyz",
  ]

  static func forms(of text: String) -> [String] {
    [
      text, text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping,
      text.precomposedStringWithCompatibilityMapping,
      text.decomposedStringWithCompatibilityMapping,
    ]
  }

  /// Returns the spellings of a text in every encoding.
  static func encodings(of text: String) -> [String] {
    let sets: [CharacterSet] = [
      .alphanumerics.intersection(CharacterSet(charactersIn: "\0"..."\u{7F}")), .urlQueryAllowed,
      .urlPathAllowed, .urlHostAllowed, .urlFragmentAllowed, .urlUserAllowed,
    ]
    let percent = sets.compactMap { text.addingPercentEncoding(withAllowedCharacters: $0) }
    let query = URLComponents(
      string: "https://example.com/"
    ).flatMap { components -> String? in
      var components = components
      components.queryItems = [URLQueryItem(name: "q", value: text)]
      return components.percentEncodedQuery.map { String($0.dropFirst(2)) }
    }
    let slashed = JSONEncoder()
    let plain = JSONEncoder()
    plain.outputFormatting = .withoutEscapingSlashes
    let json = [slashed, plain].compactMap { try? $0.encode(text) }
      .map { String(String(decoding: $0, as: UTF8.self).dropFirst().dropLast()) }
    let units = text.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
    let scalars = text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    return [text, units, units.uppercased().replacing("\\U", with: "\\u"), scalars]
      + percent + [query].compactMap(\.self) + json
      + percent.prefix(1).map { $0.replacing("%20", with: "+") }
      + percent.map { $0.replacing(/%../) { $0.output.lowercased() } }
      + [String(text.debugDescription.dropFirst().dropLast())]
      + [Data(text.utf8).base64EncodedString()]
  }

  @Test(
    "No normal form of a secret is readable in any encoding, whatever its first form was",
    arguments: secrets)
  func forms(secret: String) {
    for learned in Self.forms(of: secret) {
      let table = SecretTable()
      Kind.text.learn(learned, in: table)
      for form in Self.forms(of: learned) {
        for encoded in Self.encodings(of: form) {
          for text in [encoded, "<\(encoded)>", "a=\(encoded)&b=%20"] {
            let scrubbed = table.scrubbed(text)
            let isHidden = !scrubbed.utf8.contains(encoded.utf8)
            #expect(isHidden, "\(scrubbed.debugDescription) of \(learned.debugDescription)")
          }
          let data = table.scrubbed(Data("<\(encoded)>".utf8))
          #expect(data.range(of: Data(encoded.utf8)) == nil)
        }
        let inJSON = Data("<\(form)>".utf8).base64EncodedString()
        #expect(table.scrubbed(inJSON) != inJSON)
      }
    }
  }

  @Test("Equal strings have equal tokens, whatever their normal forms")
  func equal() {
    let table = SecretTable()
    for text in Self.forms(of: "Zoë Müller") + ["Zoë Mueller"] { Kind.text.learn(text, in: table) }
    for text in Self.forms(of: "Zoë Müller") { #expect(table.scrubbed(text) == "•••••••••①") }
    #expect(table.scrubbed("Zoë Mueller") == "••••••••••①")
  }

  @Test("A compatibility form of a secret has a token of its own")
  func compatibility() {
    let table = SecretTable()
    Kind.text.learn("ﬁsh & chips", in: table)
    #expect(table.scrubbed("ﬁsh & chips") == "••••••••••①")
    #expect(table.scrubbed("fish & chips") == "•••••••••••①")
  }

  @Test("A longer secret that is escaped has precedence over a shorter one that is not")
  func longest() {
    let table = SecretTable()
    for text in ["hunter", "hunter two"] { Kind.text.learn(text, in: table) }
    let token = "•••••••••①".addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    #expect(table.scrubbed("q=hunter%20two&hunter") == "q=\(token)&•••••①")
  }
}
