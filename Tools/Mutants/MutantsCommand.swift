import Foundation

/// The command that tests the mutants of the package in the current folder.
package enum MutantsCommand {
  package static func printStatus(_ text: String) {
    FileHandle.standardError.write(Data("Mutants: \(text)\n".utf8))
  }

  /// Tests the mutants, and returns whether each is killed or listed as a survivor.
  package static func run(_ arguments: [String]) throws(MutantsError) -> Bool {
    let options = try MutantsOptions(arguments)
    let package = URL(filePath: FileManager.default.currentDirectoryPath)
    let features = package.appending(path: "Features")
    let sources = MutatedSource.all(of: try call { try Sources.read(features) })
    let all = sources.flatMap(\.mutants)
    guard !all.isEmpty else { throw .noMutants(folder: features.path) }
    if options.isList {
      for mutant in all {
        print(Report.line(mutant))
      }
      return true
    }
    let list = package.appending(path: "Tests/Mutants/survivors.txt")
    let survivors = try Survivors(try call { try String(contentsOf: list, encoding: .utf8) })
    let candidates = all.filter { survivors.reasons[$0.key] == nil }
    let chosen = options.share.map { Mutant.share($0, of: candidates) } ?? all
    let numbers = Dictionary(uniqueKeysWithValues: zip(chosen.map(\.key), 1...))

    let copy = MutatedCopy(of: package, product: "reprise")
    printStatus("building \(chosen.count) of \(all.count) mutants in a single build")
    let leftOut = try copy.build(sources, numbers: numbers)
    let replays = Replays(
      executable: copy.executable, sessions: package.appending(path: "Tests/Sessions"),
      folder: copy.folder)
    if case .killed(let session, let verdict) = try replays.outcome(of: 0) {
      throw .notReproduced(session: session, verdict: verdict)
    }
    printStatus(
      "replaying the golden sessions with \(chosen.count - leftOut.count) mutants, one at a time")
    let tried = chosen.filter { numbers[$0.key].map { !leftOut.contains($0) } ?? false }
    let outcomes = try replays.outcomes(of: tried.compactMap { numbers[$0.key] })
    let report = Report(
      all: all, results: tried.map { ($0, numbers[$0.key].flatMap { outcomes[$0] } ?? .survived) },
      notCompiled: chosen.filter { numbers[$0.key].map(leftOut.contains) ?? false },
      survivors: survivors)
    let details = copy.folder.appending(path: "mutants.txt")
    try call { try Data(report.details.utf8).write(to: details) }
    print(report.text(details: details.path))
    return report.isClean
  }
}
