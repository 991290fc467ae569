import Foundation

/// Whether the tests run under a sanitizer, according to the environment that `make sanitize` sets.
package let isSanitized = ProcessInfo.processInfo.environment["SANITIZER"] != nil
