import RecordCoding

/// How values of one type are made into values of another, found once and used for every value.
indirect enum ResolutionPlan {
  /// The value stays as it is.
  case same
  /// An integer or a floating-point number takes another width.
  case number(to: TypeReference, SchemaDifference)
  case optional(ResolutionPlan)
  /// A value becomes an optional one.
  case wrapped(ResolutionPlan)
  /// An optional value loses its optionality, which is possible if it is there.
  case unwrapped(ResolutionPlan, SchemaDifference)
  case sequence(ResolutionPlan)
  case pairs(key: ResolutionPlan, value: ResolutionPlan)
  /// For each field of today, where its value comes from.
  case product([FieldPlan])
  /// The conversion of each old case.
  case enumeration([CasePlan])
  /// The plan at an index of the resolver's table: types may hold themselves.
  case named(Int)
  case converted(ConversionPlan)
  case impossible(SchemaDifference)

  enum FieldPlan {
    /// From the old field of an index.
    case from(Int, ResolutionPlan)
    case initial(RecordedValue)
    case impossible(SchemaDifference)
  }

  enum CasePlan {
    /// The case of an index, with these associated values.
    case to(Int, [FieldPlan])
    case impossible(SchemaDifference)
  }

  var isSame: Bool {
    if case .same = self { true } else { false }
  }
}

extension [ResolutionPlan.FieldPlan] {
  /// Whether each field stays where it is and as it is.
  func areSame(countBefore: Int) -> Bool {
    count == countBefore
      && enumerated().allSatisfy { index, plan in
        if case .from(index, .same) = plan { true } else { false }
      }
  }
}

/// A declared conversion, between a plan that leads to what it takes and the type of what it gives.
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
