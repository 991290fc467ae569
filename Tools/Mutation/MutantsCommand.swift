import Foundation

/// The command that tries the mutants of the package in whose folder it runs.
package enum MutantsCommand {
  /// Says something that is no result.
  package static func tell(_ text: String) {
    FileHandle.standardError.write(Data("Mutants: \(text)\n".utf8))
  }

  /// Tries the mutants; returns whether each is killed or known to survive.
  package static func run(_ arguments: [String]) throws(MutantsError) -> Bool {
    let options = try Options(arguments)
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
    let candidates = all.filter { !$0.isInRun && survivors.reasons[$0.key] == nil }
    let chosen = options.share.map { Mutant.share($0, of: candidates) } ?? all
    let numbers = Dictionary(uniqueKeysWithValues: zip(chosen.map(\.key), 1...))

    let copy = MutatedCopy(of: package, product: "reprise")
    tell("building \(chosen.count) of \(all.count) mutants at once")
    let leftOut = try copy.build(sources, numbers: numbers)
    let replays = Replays(
      executable: copy.executable, sessions: package.appending(path: "Tests/Sessions"),
      folder: copy.folder)
    if case .killed(let session, let verdict) = try replays.outcome(of: 0) {
      throw .notReproduced(session: session, verdict: verdict)
    }
    tell("replaying the golden sessions with each of \(chosen.count - leftOut.count)")
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

/// What the command line asks for.
private struct Options {
  /// As many mutants as are tried; all if nil.
  var share: Int?
  /// Whether the mutants are listed only.
  var isList = false

  init(_ arguments: [String]) throws(MutantsError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--list":
        isList = true
      case "--share":
        guard let number = rest.popFirst().flatMap({ Int($0) }), number > 0 else {
          throw .usage(argument: argument)
        }
        share = number
      default:
        throw .usage(argument: argument)
      }
    }
  }
}
