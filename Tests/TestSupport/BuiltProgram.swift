import Foundation

/// Returns the path of an executable that was built beside the tests.
package func builtProgram(_ name: String) throws -> String {
  // On Linux, the bundle of tests is the program itself. On other systems, its path is an argument.
  guard let bundle = CommandLine.arguments.first(where: { $0.contains(".xctest") }) else {
    throw MissingTestBundle()
  }
  var folder = URL(fileURLWithPath: bundle)
  while folder.path.contains(".xctest") { folder.deleteLastPathComponent() }
  return folder.appendingPathComponent(name).path
}

/// The path of the bundle of tests is not among the arguments of the process.
private struct MissingTestBundle: Error {}
