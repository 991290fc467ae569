/// What keeps mutants from being judged.
package enum MutantsError: Error {
  /// The command line is wrong.
  case usage(argument: String)
  /// The folder of the features has no reducers.
  case noMutants(folder: String)
  /// The copy does not compile, for another reason than its mutants.
  case notBuilt(log: String)
  /// Ever more mutants do not compile.
  case tooManyFaults(builds: Int)
  /// A replay has not printed a report.
  case noReport(number: Int, output: String)
  /// The sessions do not replay without a mutant.
  case notReproduced(session: String, verdict: String)
  /// A line of the list of survivors is neither a mutant nor a reason.
  case survivors(line: Int, text: String)
  /// A file cannot be read or written.
  case system(String)
}

extension MutantsError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .usage(let argument):
      "'\(argument)' is no option; give '--share N' to try some of the mutants, '--list' to list all"
    case .noMutants(let folder):
      "'\(folder)' has no reducers; run it in the folder of the package"
    case .notBuilt(let log):
      "the copy with the mutants does not compile; see '\(log)'"
    case .tooManyFaults(let builds):
      "after \(builds) builds there are still mutants that do not compile; have fewer of their kind made"
    case .noReport(let number, let output):
      "the replay with mutant \(number) has printed no report; see '\(output)'"
    case .notReproduced(let session, let verdict):
      "'\(session)' is no match but '\(verdict)' without any mutant; see 'make replay'"
    case .survivors(let line, let text):
      "line \(line) of the survivors is '\(text)'; put a reason, indented, under each mutant"
    case .system(let text):
      text
    }
  }
}

/// Does what may fail in the system, and names its errors as ours.
func call<Value>(_ body: () throws -> Value) throws(MutantsError) -> Value {
  do {
    return try body()
  } catch let error as MutantsError {
    throw error
  } catch {
    throw .system("\(error)")
  }
}
