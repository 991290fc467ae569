/// A test touched a dependency that it does not control.
struct UncontrolledDependency {
  let key: Any.Type
  let value: Any.Type
  let resolution: Resolution
}
