/// A model was to hand on its dependencies, but captured none.
struct ModelWithoutDependencies {
  let model: Any.Type
}
