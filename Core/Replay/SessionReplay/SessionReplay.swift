// Apps declare migrations, which take recorded values apart.
@_exported public import SchemaEvolution
// The rooms above compare and print recorded values.
@_exported public import RecordedValues
// Code that replays an app also declares its recorded dependencies.
@_exported public import SessionRecording
// A replay's report refers to the log that was read: its header, and the steps around a difference.
@_exported public import SessionReading
