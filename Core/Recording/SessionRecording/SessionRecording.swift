// The model describes recordings, so code that records names the app and the level with its types.
@_exported public import SessionModel
