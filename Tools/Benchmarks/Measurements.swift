extension Benchmarks {
  typealias Measurement = (name: String, measure: @MainActor () async throws -> [Figure])

  /// Returns the measurements in the order of the table, each with the name of its first figure.
  @MainActor
  static func measurements(in folder: String, isLong: Bool) -> [Measurement] {
    storeMeasurements + recordingMeasurements(in: folder) + replayMeasurements(in: folder, isLong)
      + shellMeasurements(in: folder)
  }

  @MainActor
  private static var storeMeasurements: [Measurement] {
    [
      ("store.send", { [StoreFigures.send()] }),
      ("shared.send", { [SharedFigures.send()] }),
      ("foreach.10", { [StoreFigures.forEach(rows: 10)] }),
      ("foreach.1000", { [StoreFigures.forEach(rows: 1_000)] }),
      ("foreach.10000", { [StoreFigures.forEach(rows: 10_000)] }),
      ("dependency.read", { [StoreFigures.readDependency()] }),
      ("effect.send", { [StoreFigures.sendEffect()] }),
      ("effect.run", { [await StoreFigures.runEffect()] }),
      ("observe.change", { [ObservationFigures.observedChange()] }),
      ("observe.other", { [ObservationFigures.unrelatedChange()] }),
      ("teststore.tick", { [await TestStoreFigures.tick()] }),
      ("teststore.send", { [await TestStoreFigures.send()] }),
    ]
  }

  @MainActor
  private static func recordingMeasurements(in folder: String) -> [Measurement] {
    [
      ("record.step", { [try RecordFigures.step(in: folder)] }),
      ("record.step.10000", { [try RecordFigures.largeList(in: folder)] }),
      ("shared.rows", { [try SharedFigures.rows(in: folder)] }),
      ("record.ring", { try RecordFigures.ring(in: folder) }),
      ("record.call", { [try await EffectFigures.call(in: folder)] }),
      ("replay.effects", { [try await EffectFigures.replay(in: folder)] }),
      ("explore.steps", { [try await ExploreFigures.steps(withEffects: false)] }),
      ("explore.effects", { [try await ExploreFigures.steps(withEffects: true)] }),
      ("log.bytes", { [try RecordFigures.bytes(in: folder)] }),
      ("deep.", { try await DeepFigures.all(in: folder) }),
    ]
  }

  @MainActor
  private static func replayMeasurements(in folder: String, _ isLong: Bool) -> [Measurement] {
    let stepCount = isLong ? 100_000_000 : 10_000_000
    func query(
      _ verb: String, atMost ratio: Double, _ operands: @escaping (_ log: String) -> String
    ) -> Measurement {
      (verb, { [try ReplayFigures.query(verb, operands, atMost: ratio, in: folder)] })
    }
    var measurements: [Measurement] = [
      ("replay.verified", { [try ReplayFigures.replay(in: folder)] }),
      ("replay.memory", { [try ReplayFigures.memory(in: folder, longCount: stepCount)] }),
      ("replay.effects.memory", { [try await EffectFigures.memory(in: folder)] }),
      ("seek", { [try ReplayFigures.seek(in: folder)] }),
      ("startup", { [try ReplayFigures.startup(in: folder)] }),
      query("show", atMost: 4) { $0 },
      query("trace", atMost: 3) { "\($0) counter.count" },
      query("blame", atMost: 2) { $0 },
      query("why", atMost: 1) { "\($0) 500000" },
      query("diff", atMost: 1) { "\($0) \($0)" },
      ("corpus.5000", { [try CorpusFigures.time(in: folder)] }),
    ]
    #if os(Linux)
      let logCount = isLong ? 100_000 : 5_000
      measurements.append(
        ("corpus.memory", { [try CorpusFigures.memory(longCount: logCount, in: folder)] }))
    #endif
    return measurements
  }

  @MainActor
  private static func shellMeasurements(in folder: String) -> [Measurement] {
    func script(_ name: String, atMost ratio: Double, _ options: String...) -> Measurement {
      (name, { [try ScriptFigures.step(name, options, atMost: ratio, in: folder)] })
    }
    var measurements: [Measurement] = [
      script("script.step", atMost: 0.6, "--quiet"), script("script.step.printed", atMost: 5),
      ("page.open", { try PageFigures.all(in: folder) }),
    ]
    #if os(Linux)
      measurements.append(("screen.startup", { [try ScreenFigures.startup(in: folder)] }))
      measurements.append(("screen.key", { [try ScreenFigures.key(in: folder)] }))
      measurements.append(("build.features", { [try BuildFigures.features(in: folder)] }))
    #endif
    return measurements
  }
}
