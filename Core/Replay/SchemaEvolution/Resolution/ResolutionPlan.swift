import RecordCoding
import RecordedValues

/// A plan for converting values of one type to another, made once and used for every value.
indirect enum ResolutionPlan {
  case same
  /// Changes the width of an integer or a floating-point number.
  case number(to: TypeReference, SchemaDifference)
  case optional(ResolutionPlan)
  case wrapped(ResolutionPlan)
  /// Unwraps an optional, which fails for `nil`.
  case unwrapped(ResolutionPlan, SchemaDifference)
  case sequence(ResolutionPlan)
  case pairs(key: ResolutionPlan, value: ResolutionPlan)
  /// Converts a structure: a plan for each current field.
  case product([FieldPlan])
  /// Converts an enumeration: a plan for each old case.
  case enumeration([CasePlan])
  /// Uses the plan at an index of the resolver's table, because types may be recursive.
  case named(Int)
  case converted(ConversionPlan)
  case impossible(SchemaDifference)

  enum FieldPlan {
    case from(Int, ResolutionPlan)
    case initial(RecordedValue)
    case impossible(SchemaDifference)
  }

  enum CasePlan {
    /// Converts to the case at an index, with these associated values.
    case to(Int, [FieldPlan])
    case impossible(SchemaDifference)
  }

  var isSame: Bool {
    if case .same = self { true } else { false }
  }
}

extension [ResolutionPlan.FieldPlan] {
  /// Returns whether each field keeps its position and its value.
  func areSame(countBefore: Int) -> Bool {
    count == countBefore
      && enumerated().allSatisfy { index, plan in
        if case .from(index, .same) = plan { true } else { false }
      }
  }
}

/// A declared conversion, with the plan for its argument and the type of its result.
struct ConversionPlan {
  let resolver: SchemaResolver
  let toArgument: ResolutionPlan
  let argument: TypeReference
  let conversion: FieldConversion
  let result: TypeReference
  let resultSchema: Schema

  func resolve(_ value: RecordedValue) throws(ResolutionError) -> RecordedValue {
    let old = try resolver.resolve(value, by: toArgument)
    var encoder = RecordEncoder()
    encoder.encode(old, as: argument, in: resolver.schema)
    var decoder = RecordDecoder(encoder.bytes)
    do throws(RecordDecodingError) {
      var result = RecordDecoder(try conversion.convert(&decoder).bytes)
      return try result.decodeValue(of: self.result, in: resultSchema)
    } catch {
      throw .conversion(error)
    }
  }
}
