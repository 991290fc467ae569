import AppShell
import Foundation

/// Starts the app that `FAULTY_APP` names.
@main
enum Main {
  static func main() async {
    switch ProcessInfo.processInfo.environment["FAULTY_APP"] {
    case "vault": await FaultyVault.main()
    case "ledger": await FaultyLedger.main()
    case "dice": await FaultyDice.main()
    case "keeper": await FaultyKeeper.main()
    default: await FaultyApp.main()
    }
  }
}
