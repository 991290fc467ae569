import Foundation

/// Mutates the reducers of the features, and checks that the golden sessions detect each mutant.
/// With the argument `effects`, mutates forms of effects, and checks that replays detect each
/// mutant.
@main
struct Mutants {
  static func main() {
    do throws(MutantsError) {
      let arguments = Array(CommandLine.arguments.dropFirst())
      let isClean =
        arguments.first == "effects"
        ? try EffectMutantsCommand.run(Array(arguments.dropFirst()))
        : try MutantsCommand.run(arguments)
      exit(isClean ? 0 : 1)
    } catch {
      MutantsCommand.printStatus("\(error)")
      exit(2)
    }
  }
}
