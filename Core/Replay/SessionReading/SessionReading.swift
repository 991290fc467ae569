// The types of these modules are part of this module's API.
@_exported public import SessionModel
@_exported public import StepModel
