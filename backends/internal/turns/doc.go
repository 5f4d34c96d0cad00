// Package turns has searches that share a core take turns. A search looks at a Flag, or
// at its context, again and again to see whether it is to stop; behind a Gate that is
// shut it waits there until it is its turn again.
package turns
