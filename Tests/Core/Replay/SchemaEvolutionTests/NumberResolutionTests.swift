import RecordCoding
import SchemaEvolution
import Testing

/// Tests the conversion between all integer types, at the limits of each.
@Suite("Resolution of numbers of other types")
struct NumberResolutionTests {
  private typealias Number = any (FixedWidthInteger & Recordable).Type

  /// A log does not distinguish types of the same length.
  private static let types: [Number] = [
    Int8.self, Int16.self, Int32.self, Int.self, UInt8.self, UInt16.self, UInt32.self, UInt.self,
  ]

  /// The numbers around the limits of all types that a type can hold.
  private static func numbers<Value: FixedWidthInteger>(of type: Value.Type) -> Set<Value> {
    var numbers: Set<Value> = [0, 1, .min, .max]
    func add<Limits: FixedWidthInteger>(_ type: Limits.Type) {
      for limit in [Limits.min, .max] {
        for distance in [-1, 0, 1] {
          if let limit = Int128(exactly: limit),
            let number = Value(exactly: limit + Int128(distance))
          {
            numbers.insert(number)
          }
        }
      }
    }
    for type in types { add(type) }
    return numbers
  }

  @Test("A number is resolved if the current type can hold it, and refused otherwise")
  func limits() throws {
    for old in Self.types { for new in Self.types { try Self.check(from: old, to: new) } }
  }

  private static func check<
    Old: FixedWidthInteger & Recordable, New: FixedWidthInteger & Recordable
  >(
    from old: Old.Type, to new: New.Type
  ) throws {
    for number in numbers(of: old) {
      do throws(ResolutionError) {
        let resolved = try resolve(number, as: new)
        #expect(resolved == New(exactly: number), "\(old) \(number) as \(new)")
      } catch {
        #expect(New(exactly: number) == nil, "\(old) \(number) as \(new): \(error)")
        guard case .doesNotFit(let value, .typeChanged(_, "\(old)", "\(new)")) = error else {
          Issue.record("\(old) \(number) as \(new): \(error)")
          continue
        }
        #expect(value == "\(number)")
      }
    }
  }

  private static func resolve<Old: Recordable, New: Recordable>(
    _ old: Old, as new: New.Type
  ) throws(ResolutionError) -> New? {
    do {
      return try SchemaResolverTests.resolve(old, as: new).value
    } catch let error as ResolutionError {
      throw error
    } catch {
      Issue.record("\(error)")
      return nil
    }
  }

  @Test("A Float is resolved as the Double of the same value, with all of its special values")
  func floats() throws {
    for number in [0, -0.0, 1.5, .infinity, -.infinity, .leastNonzeroMagnitude] as [Float] {
      let resolved = try SchemaResolverTests.resolve(number, as: Double.self).value
      #expect(resolved == Double(number) && resolved.sign == number.sign)
    }
    #expect(try SchemaResolverTests.resolve(Float.nan, as: Double.self).value.isNaN)
  }

  @Test("A number is not resolved as a value of a different kind")
  func otherKinds() {
    #expect(throws: ResolutionError.impossible(.typeChanged(path: "", old: "Double", new: "Float")))
    {
      try SchemaResolverTests.resolve(1.5, as: Float.self)
    }
    #expect(throws: ResolutionError.impossible(.typeChanged(path: "", old: "Int", new: "String"))) {
      try SchemaResolverTests.resolve(1, as: String.self)
    }
    #expect(throws: ResolutionError.impossible(.typeChanged(path: "", old: "Int", new: "Double"))) {
      try SchemaResolverTests.resolve(1, as: Double.self)
    }
  }
}
