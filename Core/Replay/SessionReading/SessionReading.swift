// The model describes what is read.
@_exported public import SessionModel
@_exported public import StepModel
