import Mutants
