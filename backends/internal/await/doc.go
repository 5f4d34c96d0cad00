// Package await lets a backend meet its deadline while it calls code that cannot be stopped: an
// encoder that writes millions of clauses, or a solver's library without a means to stop.
package await
