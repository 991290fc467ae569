@_exported public import IdentifiedArrays
