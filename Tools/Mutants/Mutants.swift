import Foundation
import Mutation

/// Makes small changes of what the reducers of the features do, and has the golden sessions notice them.
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
