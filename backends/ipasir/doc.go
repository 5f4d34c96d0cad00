// Package ipasir runs SAT solvers that are shared libraries with the interface IPASIR, such as
// libcadical.so (T. Balyo, A. Biere, M. Iser and C. Sinz, "SAT Race 2015", Artificial Intelligence
// 2016). It loads them without cgo.
//
// A library can crash, hang or print. It is therefore loaded in a child process only. [Serve] is the
// main function of the child, and [Command] returns the command that starts it, which is this program
// again. The main function of a program whose solvers may be libraries begins with
//
//	if ipasir.Serving(os.Args) {
//		os.Exit(ipasir.Serve(os.Args, os.Stdout, os.Stderr))
//	}
//
// The child reads a formula in DIMACS and prints its answer like a solver of the SAT competitions.
// To find all solutions it adds, after each, a clause that excludes its values of the projected
// variables (a blocking clause). It checks each model against the formula.
//
// [Checks] lists the tests of the interface that [Check] runs with a library, each in a child of its
// own: assumptions that hold for one call only, failed assumptions, clauses added between calls,
// termination by a callback, and others.
//
// The build tag static leaves out the code that loads libraries, for a program that is linked
// statically.
package ipasir
