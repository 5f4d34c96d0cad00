package trace_test

import (
	"fmt"
	"os"

	"nqueens/backends/trace"
)

// An engine reports its steps to a Recorder.
func Example() {
	r := trace.NewRecorder(os.Stdout, 0)
	r.Begin(trace.Header{Problem: "queens(2)", Task: "first", Backend: "mine"})
	for _, square := range []string{"a1", "a2"} {
		r.Add(trace.Event{Kind: trace.Choose, Depth: 1, At: square})
		r.Add(trace.Event{Kind: trace.Conflict, Depth: 1, Line: "file b"})
	}
	if err := r.End("unsatisfiable"); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"trace":2,"problem":"queens(2)","task":"first","backend":"mine"}
	// {"event":"choose","depth":1,"at":"a1"}
	// {"event":"conflict","depth":1,"line":"file b"}
	// {"event":"back","depth":1}
	// {"event":"choose","depth":1,"at":"a2"}
	// {"event":"conflict","depth":1,"line":"file b"}
	// {"event":"end","depth":0,"status":"unsatisfiable"}
}
