/// A key whose test value fails the test: made anew for each read, so that it can name the place.
package protocol UncontrolledTestKey: TestDependencyKey {}
