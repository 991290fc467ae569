import Foundation

/// The command that tests the mutants of effects: each must be found by a replay, or reported as
/// not verified.
package enum EffectMutantsCommand {
  /// Tests the mutants, and returns whether all silent mutants are listed with a reason.
  package static func run(_ arguments: [String]) throws(MutantsError) -> Bool {
    let options = try MutantsOptions(arguments)
    let package = URL(filePath: FileManager.default.currentDirectoryPath)
    let path = "Tests/Tools/EffectForms"
    let sources = MutatedSource.effects(
      of: try call { try Sources.read(package.appending(path: path)) })
    let all = sources.flatMap(\.mutants)
    guard !all.isEmpty else { throw .noMutants(folder: path) }
    if options.isList {
      for mutant in all { print(EffectMutantsReport.line(mutant)) }
      return true
    }
    let list = package.appending(path: "Tests/Mutants/silent-effects.txt")
    let silent = try Survivors(try call { try String(contentsOf: list, encoding: .utf8) })
    let chosen = options.share.map { Mutant.share($0, of: all) } ?? all
    let numbers = Dictionary(uniqueKeysWithValues: zip(chosen.map(\.key), 1...))

    let copy = MutatedCopy(
      of: package, target: "EffectForms", at: path, variable: "EFFECT_FORMS",
      in: ".build/effect-mutants")
    MutantsCommand.printStatus("building \(chosen.count) of \(all.count) mutants in a single build")
    let leftOut = try copy.build(sources, numbers: numbers)
    let replays = try EffectReplays(executable: copy.executable, folder: copy.folder)
    for mutant in chosen where replays.forms[mutant.declaration] == nil {
      throw .unknownForm(name: mutant.declaration)
    }
    MutantsCommand.printStatus("recording \(replays.forms.count) forms of effects")
    try replays.record()
    let originals = try replays.replayOriginals()
    let tried = chosen.filter { mutant in
      numbers[mutant.key].map { !leftOut.contains($0) } ?? false
    }
    MutantsCommand.printStatus("replaying the forms with \(tried.count) mutants, one at a time")
    let outcomes = try concurrentResults(tried) { mutant throws(MutantsError) in
      try replays.outcome(
        of: numbers[mutant.key] ?? 0, in: mutant.declaration, ignoring: originals.unreliable)
    }
    let report = EffectMutantsReport(
      results: Array(zip(tried, outcomes)),
      notCompiled: chosen.filter { numbers[$0.key].map(leftOut.contains) ?? false },
      silent: silent, isComplete: options.share == nil, formCount: replays.forms.count,
      faultsOfOriginals: originals.faults)
    let details = copy.folder.appending(path: "effect-mutants.txt")
    try call { try Data(report.details.utf8).write(to: details) }
    print(report.text(details: details.path))
    return report.isClean
  }
}
