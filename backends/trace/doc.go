// Package trace records searches step by step. It defines the events that engines report, and the
// file that holds them.
//
// A trace is lines of JSON. The first line is a Header, each further line an Event, and the last
// one an Event of the kind End. An engine reports Events to a Recorder; a Recorder writes them, up
// to a limit. Read reads the file again.
//
// The state of a search at any time is a stack of Events of the kinds Choose and Force, each with
// its depth. An event of the kind Back removes all events from a depth on. Replay maintains that
// stack.
package trace
