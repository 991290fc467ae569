import Foundation
import RecordCoding
import RecordedValues
import Testing

@Suite("Secret tables")
struct SecretTableTests {
  private let table = SecretTable()

  private func learn<Value: Redactable>(_ value: Value) {
    var encoder = RecordEncoder()
    encoder.redaction = .tokens(table)
    encoder.encode(Redacted(value))
  }

  private func recorded<Value: Recordable>(_ value: Value) throws -> Value {
    var encoder = RecordEncoder()
    encoder.redaction = .tokens(table)
    encoder.encode(value)
    var decoder = RecordDecoder(encoder.bytes)
    return try decoder.decode()
  }

  @Test("Each secret counts once, even in an optional or an array")
  func count() {
    learn("tr0ub4dor")
    learn(String?.some("tr0ub4dor"))
    learn(["tr0ub4dor", "hunter2"])
    learn("")
    learn(String?.none)
    #expect(table.learned == 2)
  }

  @Test(
    "A secret of four characters or more is found in other texts, a shorter one only by itself")
  func lengths() {
    learn("pin")
    learn("pins")
    #expect(table.scrubbed("pin") == "••①")
    #expect(table.scrubbed("a pin") == "a pin")
    #expect(table.scrubbed("two pins!") == "two •••①!")
    #expect(table.scrubbed("Pins") == "Pins")
    #expect(table.scrubbed("") == "")
  }

  @Test("The longest of several secrets is replaced first")
  func longest() {
    for text in ["hunt", "hunter", "hunter2"] { learn(text) }
    #expect(table.scrubbed("hunter2 hunters hunted") == "••••••① •••••①s •••①ed")
  }

  @Test("A long text full of a secret is scrubbed quickly")
  func repeated() {
    learn("aaaa")
    learn("aaaaa")
    let text = String(repeating: "a", count: 200_003)
    #expect(table.scrubbed(text) == String(repeating: "••••①", count: 40_000) + "aaa")
  }

  @Test("Texts within a redacted value of an app's type are secrets as well")
  func ownType() throws {
    learn(Credentials(user: "Ann Lee", password: Redacted("tr0ub4dor")))
    #expect(table.scrubbed("Ann Lee: tr0ub4dor") == "••••••①: ••••••••①")
    #expect(table.learned == 3)
  }

  @Recordable
  struct Credentials: Redactable {
    var user: String
    var password: Redacted<String>

    static var redactedMask: Self { Self(user: "", password: Redacted("")) }
    func redacted(asSecret number: Int) -> Self {
      Self(user: "\(number)", password: Redacted("\(number)"))
    }
  }

  @Test("Secrets are replaced in values of other types that are or contain texts")
  func types() throws {
    let id = try #require(UUID(uuidString: "5EC2E7AB-5EC2-E75E-C2E7-5EC2E75EC2E7"))
    learn("tr0ub4dor")
    learn(id)
    learn(Data([1, 2, 3]))
    learn("x")
    learn(123_456)
    #expect(try recorded(id).uuidString == "00000000-0000-0000-0000-000000000001")
    #expect(try recorded("id: \(id)") == "id: 00000000-0000-0000-0000-000000000001")
    #expect(try recorded(Data([1, 2, 3])) == Data([2, 0, 0]))
    #expect(try recorded(Data("a tr0ub4dor".utf8)) == Data("a ••••••••①".utf8))
    #expect(try recorded(Character("x")) == "①")
    #expect(try recorded("pin 123456") == "pin ③")
    #expect(try recorded(["tr0ub4dor": ["x"]]) == ["••••••••①": ["①"]])
    let url = try #require(URL(string: "https://example.com/?q=tr0ub4dor"))
    #expect(try recorded(url).absoluteString.hasPrefix("https://example.com/?q=%E2%80%A2"))
  }

  @Test("The texts of an enumeration are not replaced")
  func enumerations() throws {
    enum Tab: String, Recordable { case home, away }
    learn("home")
    #expect(try recorded(Tab.home) == .home)
  }

  @Test("A change of a text applies to the previously written text")
  func changes() throws {
    learn("tr0ub4dor")
    var encoder = RecordEncoder()
    encoder.redaction = .tokens(table)
    _ = encoder.encodeChange(from: "say tr0ub4dor", to: "say tr0ub4dor!")
    var plain = RecordEncoder()
    _ = plain.encodeChange(from: "say ••••••••①", to: "say ••••••••①!")
    #expect(encoder.bytes == plain.bytes)
  }

  @Test("A typed line has tokens in place of secrets, however the secrets are quoted")
  func lines() {
    learn("a\"b")
    learn("tr0ub4dor")
    #expect(table.scrubbed(line: #"name("a\"b", "c")"#) == #"name("••①", "c")"#)
    #expect(table.scrubbed(line: "name(tr0ub4dor)") == "name(••••••••①)")
  }

  @Test("A masked text reveals only its length")
  func maskedText() throws {
    struct Note: Codable, Equatable, CodableRecordable { var text: String, count: Int }
    struct Name: RawRepresentable, Equatable, Recordable { var rawValue: String }
    func masked<Value: Recordable>(_ value: Value) throws -> Value {
      var encoder = RecordEncoder()
      encoder.redaction = .tokens(table)
      encoder.masksText = true
      encoder.encode(value)
      var decoder = RecordDecoder(encoder.bytes)
      return try decoder.decode()
    }
    #expect(try masked("Grüße") == "•••••")
    #expect(try masked(Character("x")) == "•")
    #expect(try masked(Data([1, 2])) == Data([0, 0]))
    #expect(try masked(Name(rawValue: "Ann")) == Name(rawValue: "•••"))
    #expect(try masked(Redacted("tr0ub4dor")).wrappedValue == "")
    #expect(try masked(["a": 1]) == ["•": 1])
    #expect(try masked(UUID()) == UUID.redactedMask)
    let url = try #require(URL(string: "https://example.com/"))
    #expect(try masked(url).absoluteString == "redacted:xxxxxxxxxxx")
    var encoder = RecordEncoder()
    encoder.masksText = true
    encoder.encode(Note(text: "open", count: 2))
    let json = String(decoding: encoder.bytes.dropFirst(), as: UTF8.self)
    #expect(json == #"{"•••••":2,"••••":"••••"}"#)
  }

  @Test("Tokens of short texts are equally short while such tokens remain")
  func tokens() {
    for number in 0..<400 {
      let text = String(Character(Unicode.Scalar(UInt32(0x4E00 + number)) ?? "?"))
      learn(text)
      #expect((table.scrubbed(text).count == 1) == (number < 317 - 1))
    }
  }
}
