/// An error that prevents mutants from being tested.
package enum MutantsError: Error {
  case usage(argument: String)
  case noMutants(folder: String)
  /// The copy does not compile, for a reason other than its mutants.
  case notBuilt(log: String)
  /// Mutants still fail to compile after the maximum number of builds.
  case tooManyFaults(builds: Int)
  /// A replay printed no report.
  case noReport(number: Int, output: String)
  /// A session without a mutant does not replay as recorded.
  case notReproduced(session: String, verdict: String)
  /// A form of an effect cannot be recorded.
  case notRecorded(form: String, output: String)
  /// A function that returns an effect is not in the list of forms.
  case unknownForm(name: String)
  /// A line is neither a mutant nor a reason.
  case survivors(line: Int, text: String)
  case system(String)
}

extension MutantsError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .usage(let argument):
      """
      invalid argument '\(argument)': expected '--share N' to test N mutants, or '--list' to list \
      all
      """
    case .noMutants(let folder):
      "'\(folder)' contains no reducers; run the tool in the folder of the package"
    case .notBuilt(let log):
      "cannot compile the copy with the mutants; see '\(log)'"
    case .tooManyFaults(let builds):
      "some mutants still do not compile after \(builds) builds; generate fewer of their kind"
    case .noReport(let number, let output):
      "the replay with mutant \(number) printed no report; see '\(output)'"
    case .notReproduced(let session, let verdict):
      "'\(session)' has verdict '\(verdict)' without a mutant; see 'make replay'"
    case .notRecorded(let form, let output):
      "cannot record the form '\(form)'; see '\(output)'"
    case .unknownForm(let name):
      "the function '\(name)' returns an effect, and is not in a list of forms; add it to one"
    case .survivors(let line, let text):
      "line \(line) of the survivors is '\(text)'; put a reason, indented, under each mutant"
    case .system(let text):
      text
    }
  }
}

/// Calls a closure, and converts its errors to `MutantsError`.
func call<Value>(_ body: () throws -> Value) throws(MutantsError) -> Value {
  do {
    return try body()
  } catch let error as MutantsError {
    throw error
  } catch {
    throw .system("\(error)")
  }
}
