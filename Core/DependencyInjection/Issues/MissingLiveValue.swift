/// Code that is no test read a dependency whose key has only a test value.
struct MissingLiveValue {
  let key: Any.Type
  let value: Any.Type
  let resolution: Resolution
}
