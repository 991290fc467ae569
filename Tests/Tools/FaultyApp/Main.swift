import AppShell
import Foundation

/// Starts the app that `FAULTY_APP` names.
@main
enum Main {
  static func main() async {
    if ProcessInfo.processInfo.environment["FAULTY_APP"] == "vault" {
      await FaultyVault.main()
    } else {
      await FaultyApp.main()
    }
  }
}
