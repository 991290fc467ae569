import ComposableArchitecture
import Foundation

// The block.
