// The files of logs, and the tars that contain logs, are part of this module's API.
@_exported public import LogArchives
@_exported public import LogFiles
