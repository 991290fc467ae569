import Testing

@Suite("Expansions of @Recordable on structs")
struct RecordableStructTests {
  @Test("A struct is recorded by its stored properties in source order")
  func fields() {
    let expansion = Expansion(
      of: """
        @Recordable struct State {
          var count = 0
          let id: Int
        }
        """)
    #expect(
      expansion.source == #"""
        struct State {
          var count = 0
          let id: Int

          fileprivate static func recordedHistory(of recordedHistory: RecordCoding.StructureDescription<Self>) {
            recordedHistory.field("count", \.count, initially: 0)
          }
        }

        extension State: RecordCoding.Recordable {
          static func describe(in schema: RecordCoding.SchemaBuilder) -> RecordCoding.TypeReference {
            schema.structure(Self.self) { type in
              type.field("count", \.count)
              type.field("id", \.id)
              Self.recordedHistory(of: type)
              type.source(settable: ["count"], initializer: ["count", "id"])
            }
          }

          func record(into encoder: inout RecordCoding.RecordEncoder) {
            encoder.encode(part: self.count)
            encoder.encode(part: self.id)
          }

          init(recorded decoder: inout RecordCoding.RecordDecoder) throws(RecordCoding.RecordDecodingError) {
            self.count = try decoder.decodePart()
            self.id = try decoder.decodePart()
          }

          func recordChange(from old: Self, into encoder: inout RecordCoding.RecordEncoder) -> Swift.Bool {
            let product = encoder.openProduct(fieldCount: 2)
            encoder.field(part: 0, of: product, from: old.count, to: self.count)
            encoder.field(part: 1, of: product, from: old.id, to: self.id)
            return encoder.close(product)
          }
        }
        """#)
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("Computed properties that binding actions can set are described with the stored properties")
  func bindings() {
    let expansion = Expansion(
      of: """
        @Recordable struct State {
          @BindingState var name: String
          var title: String { get { name } set { name = newValue } }
          var read: String { name }
          var checked: String { get throws { name } }
          var tried: String { mutating get { name } set { name = newValue } }
          static var shared: String { get { "" } set {} }
          @MainActor var view: String { get { name } set { name = newValue } }
        }
        """)
    #expect(
      expansion.source.contains(
        #"""
            schema.structure(Self.self) { type in
              type.field("name", \.name, binding: \.$name)
              type.computed("title", \.title)
              type.source(
        """#))
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("A struct without stored properties is recorded as a unit")
  func noFields() {
    let expansion = Expansion(
      of: """
        @Recordable struct State {
          static var shared = 1
          var one: Int { 1 }
        }
        """)
    #expect(
      expansion.source == """
        struct State {
          static var shared = 1
          var one: Int { 1 }
        }

        extension State: RecordCoding.Recordable {
          static func describe(in schema: RecordCoding.SchemaBuilder) -> RecordCoding.TypeReference {
            schema.structure(Self.self) { _ in
            }
          }

          func record(into encoder: inout RecordCoding.RecordEncoder) {
            encoder.appendUnit()
          }

          init(recorded decoder: inout RecordCoding.RecordDecoder) throws(RecordCoding.RecordDecodingError) {
            try decoder.unit()
          }

          func recordChange(from old: Self, into encoder: inout RecordCoding.RecordEncoder) -> Swift.Bool {
            false
          }
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("Members of a public type are public")
  func publicType() {
    let expansion = Expansion(
      of: """
        @Recordable public struct State {
          var `default`: Int
        }
        """)
    #expect(
      expansion.source == #"""
        public struct State {
          var `default`: Int
        }

        extension State: RecordCoding.Recordable {
          public static func describe(in schema: RecordCoding.SchemaBuilder) -> RecordCoding.TypeReference {
            schema.structure(Self.self) { type in
              type.field("default", \.`default`)
              type.source(settable: ["default"], initializer: ["default"])
            }
          }

          public func record(into encoder: inout RecordCoding.RecordEncoder) {
            encoder.encode(part: self.`default`)
          }

          public init(recorded decoder: inout RecordCoding.RecordDecoder) throws(RecordCoding.RecordDecodingError) {
            self.`default` = try decoder.decodePart()
          }

          public func recordChange(from old: Self, into encoder: inout RecordCoding.RecordEncoder) -> Swift.Bool {
            let product = encoder.openProduct(fieldCount: 1)
            encoder.field(part: 0, of: product, from: old.`default`, to: self.`default`)
            return encoder.close(product)
          }
        }
        """#)
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("Stored type parameters must be recordable, including parameters of the enclosing type")
  func generics() {
    let expansion = Expansion(
      of: """
        struct Feature<Item, Style> {
          @Recordable struct State<Other, ID> {
            var items: [Item]
            var other: [String: Other] = [:]
          }
        }
        """)
    #expect(
      expansion.source == #"""
        struct Feature<Item, Style> {
          struct State<Other, ID> {
            var items: [Item]
            var other: [String: Other] = [:]

            fileprivate static func recordedHistory(of recordedHistory: RecordCoding.StructureDescription<Self>) where Item: RecordCoding.Recordable, Other: RecordCoding.Recordable {
              recordedHistory.field("other", \.other, initially: [:])
            }
          }
        }

        extension Feature.State: RecordCoding.Recordable where Item: RecordCoding.Recordable, Other: RecordCoding.Recordable {
          static func describe(in schema: RecordCoding.SchemaBuilder) -> RecordCoding.TypeReference {
            func check(_ value: Self) {
              do {
                @available(*, unavailable, message: "'items' cannot be recorded; add '@Recordable' to 'Item', or write 'extension Item: CodableRecordable {}' if it is 'Codable'")
                func recording(_ part: some Any) -> Swift.Bool? {
                  nil
                }
                func recording(_ part: some RecordCoding.Recordable) -> (some RecordCoding.Recordable)? {
                  part
                }
                #sourceLocation(file: "Example.swift", line: 3)
                _ = recording(value.items)
                #sourceLocation()
              }
              do {
                @available(*, unavailable, message: "'other' cannot be recorded; add '@Recordable' to 'Other', or write 'extension Other: CodableRecordable {}' if it is 'Codable'")
                func recording(_ part: some Any) -> Swift.Bool? {
                  nil
                }
                func recording(_ part: some RecordCoding.Recordable) -> (some RecordCoding.Recordable)? {
                  part
                }
                #sourceLocation(file: "Example.swift", line: 4)
                _ = recording(value.other)
                #sourceLocation()
              }
            }
            return schema.structure(Self.self) { type in
              type.field("items", \.items)
              type.field("other", \.other)
              Self.recordedHistory(of: type)
              type.source(settable: ["items", "other"], initializer: ["items", "other"])
            }
          }

          func record(into encoder: inout RecordCoding.RecordEncoder) {
            encoder.encode(part: self.items)
            encoder.encode(part: self.other)
          }

          init(recorded decoder: inout RecordCoding.RecordDecoder) throws(RecordCoding.RecordDecodingError) {
            self.items = try decoder.decodePart()
            self.other = try decoder.decodePart()
          }

          func recordChange(from old: Self, into encoder: inout RecordCoding.RecordEncoder) -> Swift.Bool {
            let product = encoder.openProduct(fieldCount: 2)
            encoder.field(part: 0, of: product, from: old.items, to: self.items)
            encoder.field(part: 1, of: product, from: old.other, to: self.other)
            return encoder.close(product)
          }
        }
        """#)
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("Members that use a deprecated property are deprecated, so expanding causes no warnings")
  func deprecated() {
    let expansion = Expansion(
      of: """
        @Recordable struct State {
          @available(*, deprecated) var old: Int
        }
        """)
    #expect(
      expansion.source == #"""
        struct State {
          @available(*, deprecated) var old: Int
        }

        extension State: RecordCoding.Recordable {
          @available(*, deprecated) static func describe(in schema: RecordCoding.SchemaBuilder) -> RecordCoding.TypeReference {
            schema.structure(Self.self) { type in
              type.field("old", \.old)
              type.source(settable: ["old"], initializer: ["old"])
            }
          }

          @available(*, deprecated) func record(into encoder: inout RecordCoding.RecordEncoder) {
            encoder.encode(part: self.old)
          }

          @available(*, deprecated) init(recorded decoder: inout RecordCoding.RecordDecoder) throws(RecordCoding.RecordDecodingError) {
            self.old = try decoder.decodePart()
          }

          @available(*, deprecated) func recordChange(from old: Self, into encoder: inout RecordCoding.RecordEncoder) -> Swift.Bool {
            let product = encoder.openProduct(fieldCount: 1)
            encoder.field(part: 0, of: product, from: old.old, to: self.old)
            return encoder.close(product)
          }
        }
        """#)
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("A shared property is recorded through its wrapper")
  func shared() {
    let expansion = Expansion(
      of: """
        @Recordable struct State {
          @Shared(.inMemory("count")) var count = 0
          @SharedReader var name: String
        }
        """)
    #expect(expansion.source.contains(#"type.field("count", \._count)"#))
    #expect(expansion.source.contains(#"type.field("name", \._name)"#))
    #expect(expansion.source.contains("self._count = try decoder.decodePart()"))
    #expect(expansion.source.contains("encoder.encode(part: self._name)"))
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("Only a property whose type may not be recordable is checked, at its line")
  func check() {
    let source = Expansion(
      of: """
        @Recordable struct State {
          var a: Foreign
          var b: [String: Int?]
        }
        """
    ).source
    let check = """
          func check(_ value: Self) {
            do {
              @available(*, unavailable, message: "'a' cannot be recorded; add '@Recordable' to \
      'Foreign', or write 'extension Foreign: CodableRecordable {}' if it is 'Codable'")
              func recording(_ part: some Any) -> Swift.Bool? {
                nil
              }
              func recording(_ part: some RecordCoding.Recordable) -> (some RecordCoding.Recordable)? {
                part
              }
              #sourceLocation(file: "Example.swift", line: 2)
              _ = recording(value.a)
              #sourceLocation()
            }
          }
          return schema.structure(Self.self) { type in
      """
    #expect(source.contains(check))
    #expect(source.contains(#"type.field("a", \.a)"#))
    #expect(source.contains("encoder.encode(part: self.a)"))
    #expect(source.contains("self.a = try decoder.decodePart()"))
    #expect(source.contains("encoder.field(part: 0, of: product, from: old.a, to: self.a)"))
  }
}
