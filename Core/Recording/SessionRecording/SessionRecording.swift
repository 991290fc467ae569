// The model describes recordings: code that records names the app and the level.
@_exported public import SessionModel
