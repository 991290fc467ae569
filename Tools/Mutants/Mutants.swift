import Foundation
import Mutation

/// Mutates the reducers of the features, and checks that the golden sessions detect each mutant.
@main
struct Mutants {
  static func main() {
    do throws(MutantsError) {
      let isClean = try MutantsCommand.run(Array(CommandLine.arguments.dropFirst()))
      exit(isClean ? 0 : 1)
    } catch {
      MutantsCommand.printStatus("\(error)")
      exit(2)
    }
  }
}
