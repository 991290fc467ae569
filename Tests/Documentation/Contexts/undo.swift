import ComposableArchitecture
import Undo

// The block.
