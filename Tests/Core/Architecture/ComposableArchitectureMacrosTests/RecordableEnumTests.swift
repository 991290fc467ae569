import Testing

@Suite("Expansions of @Recordable on enums")
struct RecordableEnumTests {
  @Test("An enum is recorded by the index of its case and the associated values")
  func cases() {
    let expansion = Expansion(
      of: """
        @Recordable enum Action {
          case refresh
          case response(id: Int, _ text: String)
        }
        """)
    #expect(
      expansion.source == """
        enum Action {
          case refresh
          case response(id: Int, _ text: String)
        }

        extension Action: RecordCoding.Recordable {
          static func describe(in schema: RecordCoding.SchemaBuilder) -> RecordCoding.TypeReference {
            func result<Associated>(of function: (Self) -> Associated) -> Associated.Type {
              Associated.self
            }
            return schema.enumeration(Self.self) { type in
              type.case("refresh")
              type.case("response") { payload in
                func value0(of root: Self) -> some RecordCoding.Recordable {
                  guard case .response(let value, _) = root else {
                    Swift.preconditionFailure()
                  }
                  return value
                }
                payload.field("id", result(of: value0))
                func value1(of root: Self) -> some RecordCoding.Recordable {
                  guard case .response(_, let value) = root else {
                    Swift.preconditionFailure()
                  }
                  return value
                }
                payload.field(nil, result(of: value1))
              }
              type.source()
            }
          }

          func record(into encoder: inout RecordCoding.RecordEncoder) {
            switch self {
            case .refresh:
              encoder.append(count: 0)
            case .response(let value0, let value1):
              encoder.append(count: 1)
              encoder.encode(part: value0)
              encoder.encode(part: value1)
            }
          }

          init(recorded decoder: inout RecordCoding.RecordDecoder) throws(RecordCoding.RecordDecodingError) {
            switch try decoder.tag(below: 2) {
            case 0:
              self = .refresh
            default:
              self = try .response(id: decoder.decodePart(), decoder.decodePart())
            }
          }

          func recordChange(from old: Self, into encoder: inout RecordCoding.RecordEncoder) -> Swift.Bool {
            switch self {
            case .refresh:
              if case .refresh = old {
                return false
              }
              encoder.appendChange(toCase: 0)
              return true
            case .response(let new0, let new1):
              if case .response(let old0, let old1) = old {
                let product = encoder.openPayload(fieldCount: 2)
                encoder.field(part: 0, of: product, from: old0, to: new0)
                encoder.field(part: 1, of: product, from: old1, to: new1)
                return encoder.close(product)
              }
              encoder.appendChange(toCase: 1)
              encoder.encode(part: new0)
              encoder.encode(part: new1)
              return true
            }
          }
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("A tuple is recorded by its elements, and Void as a unit")
  func tuples() {
    let expansion = Expansion(
      of: """
        @Recordable enum Action {
          case move((x: Int, (Bool, Void)), done: ())
        }
        """)
    #expect(
      expansion.source == """
        enum Action {
          case move((x: Int, (Bool, Void)), done: ())
        }

        extension Action: RecordCoding.Recordable {
          static func describe(in schema: RecordCoding.SchemaBuilder) -> RecordCoding.TypeReference {
            func result<Associated>(of function: (Self) -> Associated) -> Associated.Type {
              Associated.self
            }
            return schema.enumeration(Self.self) { type in
              type.case("move") { payload in
                payload.tuple(nil) { tuple in
                  func value0_0(of root: Self) -> some RecordCoding.Recordable {
                    guard case .move(let value, _) = root else {
                      Swift.preconditionFailure()
                    }
                    return value.0
                  }
                  tuple.field("x", result(of: value0_0))
                  tuple.tuple(nil) { tuple in
                    func value0_1_0(of root: Self) -> some RecordCoding.Recordable {
                      guard case .move(let value, _) = root else {
                        Swift.preconditionFailure()
                      }
                      return value.1.0
                    }
                    tuple.field(nil, result(of: value0_1_0))
                    tuple.tuple(nil) { _ in
                    }
                  }
                }
                payload.tuple("done") { _ in
                }
              }
              type.source()
            }
          }

          func record(into encoder: inout RecordCoding.RecordEncoder) {
            switch self {
            default:
              guard case .move(let value0, _) = self else {
                Swift.preconditionFailure()
              }
              encoder.append(count: 0)
              encoder.encode(part: value0.0)
              encoder.encode(part: value0.1.0)
              encoder.appendUnit()
              encoder.appendUnit()
            }
          }

          init(recorded decoder: inout RecordCoding.RecordDecoder) throws(RecordCoding.RecordDecodingError) {
            switch try decoder.tag(below: 1) {
            default:
              self = try .move((x: decoder.decodePart(), (decoder.decodePart(), decoder.unit())), done: decoder.unit())
            }
          }

          func recordChange(from old: Self, into encoder: inout RecordCoding.RecordEncoder) -> Swift.Bool {
            switch self {
            default:
              guard case .move(let new0, _) = self else {
                Swift.preconditionFailure()
              }
              if case .move(let old0, _) = old {
                let product = encoder.openPayload(fieldCount: 2)
                encoder.tuple(0, of: product, fieldCount: 2) { encoder, product in
                  encoder.field(part: 0, of: product, from: old0.0, to: new0.0)
                  encoder.tuple(1, of: product, fieldCount: 2) { encoder, product in
                    encoder.field(part: 0, of: product, from: old0.1.0, to: new0.1.0)
                  }
                }
                return encoder.close(product)
              }
              encoder.appendChange(toCase: 0)
              encoder.encode(part: new0.0)
              encoder.encode(part: new0.1.0)
              encoder.appendUnit()
              encoder.appendUnit()
              return true
            }
          }
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("A case with only Void values binds nothing")
  func onlyUnits() {
    let expansion = Expansion(
      of: """
        @Recordable enum Action {
          case done(()), none
        }
        """)
    #expect(
      expansion.source == """
        enum Action {
          case done(()), none
        }

        extension Action: RecordCoding.Recordable {
          static func describe(in schema: RecordCoding.SchemaBuilder) -> RecordCoding.TypeReference {
            return schema.enumeration(Self.self) { type in
              type.case("done") { payload in
                payload.tuple(nil) { _ in
                }
              }
              type.case("none")
              type.source()
            }
          }

          func record(into encoder: inout RecordCoding.RecordEncoder) {
            switch self {
            case .done:
              encoder.append(count: 0)
              encoder.appendUnit()
            case .none:
              encoder.append(count: 1)
            }
          }

          init(recorded decoder: inout RecordCoding.RecordDecoder) throws(RecordCoding.RecordDecodingError) {
            switch try decoder.tag(below: 2) {
            case 0:
              self = try .done(decoder.unit())
            default:
              self = .none
            }
          }

          func recordChange(from old: Self, into encoder: inout RecordCoding.RecordEncoder) -> Swift.Bool {
            switch self {
            case .done:
              if case .done = old {
                return false
              }
              encoder.appendChange(toCase: 0)
              encoder.appendUnit()
              return true
            case .none:
              if case .none = old {
                return false
              }
              encoder.appendChange(toCase: 1)
              return true
            }
          }
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("A single value is decoded by a function, which avoids a warning about uninhabited types")
  func singleValues() {
    let source = Expansion(of: "@Recordable enum Action { case child(Child.Action) }").source
    #expect(source.contains("self = try decoder.decodeCase(Self.child)"))
  }

  @Test("An enum without cases is recordable without a switch")
  func noCases() {
    let expansion = Expansion(of: "@Recordable enum Action {}")
    #expect(expansion.diagnostics.isEmpty)
    #expect(expansion.source.contains("_ = try decoder.tag(below: 0)"))
    #expect(!expansion.source.contains("switch"))
  }

  @Test("An enum is treated as possibly uninhabited if every case has a payload")
  func openCases() {
    let expansion = Expansion(
      of: """
        @Recordable enum Action {
          case page(Page.Action)
          case quiet(Quiet.Action)
        }
        """)
    for part in [
      """
        func record(into encoder: inout RecordCoding.RecordEncoder) {
          switch self {
          case .page(let value0):
            encoder.append(count: 0)
            encoder.encode(part: value0)
          default:
            guard case .quiet(let value0) = self else {
              Swift.preconditionFailure()
            }
            encoder.append(count: 1)
            encoder.encode(part: value0)
          }
        }
      """,
      """
          default:
            guard case .quiet(let new0) = self else {
              Swift.preconditionFailure()
            }
            if case .quiet(let old0) = old {
      """,
    ] {
      #expect(expansion.source.contains(part))
    }
  }
}
