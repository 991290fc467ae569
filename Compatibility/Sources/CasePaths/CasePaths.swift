@_exported public import CaseKeyPaths
