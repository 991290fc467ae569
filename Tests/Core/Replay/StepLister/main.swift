import RecordedValues
import RecordCoding
import SessionModel
import SessionDocument

// Lists the steps of a log with the paths that they changed. The program links no runtime and no
// app, because reading a log doesn't need them.
//
// usage: StepLister LOG

let reader = try SessionReader(path: CommandLine.arguments[1])
let actions = ActionText(schema: reader.header.schema, type: reader.header.action)
var cursor = try SessionCursor(reader)
cursor.followChanges()
while let step = try cursor.next() {
  let origin = step.origin == .sent ? "sent" : "received"
  let paths = cursor.changes.map(\.path).joined(separator: ",")
  print("\(step.number)\t\(origin)\t\(step.text(actions))\t\(paths)")
}
