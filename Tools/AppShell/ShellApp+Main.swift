import CommandLineKit
import ComposableArchitecture
import ReplayCorpus
import SessionMinimizing
import SessionReplay
import Simulation

extension ShellApp {
  /// Runs the command line, and exits.
  @MainActor
  public static func main() async {
    StandardDescriptors.openMissing()
    if CommandLine.arguments.dropFirst().first == ReplayWorker.argument {
      ReplayWorker.run(Shell<Self>.replayer) { replayer, task in
        SimulationWorkers.evaluator(task, replayer.progress) { Shell<Self>.simulation }
          ?? ReplayedStateWorker.evaluator(replayer, task)
          ?? SessionMinimizer.evaluator(replayer, task)
      }
    }
    if showsSecrets(CommandLine.arguments) { CrashReport.hideValues() }
    let console = Console.ofProcess
    let shell = Shell<Self>(console: console, environment: .ofProcess)
    if let shortage = DescriptorShortage.ofProcess {
      shell.printError(shortage)
      console.exit(ExitCode.failure)
    }
    console.exit(await shell.run())
  }

  /// Whether a command line may run the app, and the app's types have secrets.
  private static func showsSecrets(_ arguments: [String]) -> Bool {
    arguments.contains { $0 == RunVerb.name || $0 == RecordVerb.name }
      && ActionReader<Feature.Action>(state: Feature.State.self).secrets != nil
  }
}
