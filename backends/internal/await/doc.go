// Package await keeps a backend to its deadline while it calls code that knows
// none: an encoder that writes millions of clauses, a solver's library that
// has no way to stop.
package await
