/// A dependency was prepared after it had been read or prepared.
struct LatePreparation {
  let key: Any.Type
}
