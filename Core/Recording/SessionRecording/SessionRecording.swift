// What is recorded is described by the model: who records names the app and the level.
@_exported public import SessionModel
