import Foundation

/// Whether the tests run under a sanitizer, which `make sanitize` says in the environment.
package let isSanitized = ProcessInfo.processInfo.environment["SANITIZER"] != nil
