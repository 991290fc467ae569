// Migrations take recorded values apart, wherever they are declared.
@_exported public import RecordSchema
// What is recorded is what is replayed: who imports the replay declares recorded dependencies, too.
@_exported public import SessionRecording
// A replay reports on a log that was read: its header, and the steps around a difference.
@_exported public import SessionReading
