import ComposableArchitecture
import SwiftUI

@main
struct BirdsApp: App {
  @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate

  static let store = Store(initialState: SightingsFeature.State()) { SightingsFeature() }

  var body: some Scene {
    WindowGroup { SightingsView(store: Self.store) }
  }
}

final class AppDelegate: NSObject, UIApplicationDelegate {
  func applicationDidFinishLaunching(_ application: UIApplication) {
    application.registerForRemoteNotifications()
  }
}
