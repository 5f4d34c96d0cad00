package run

import (
	"nqueens"
	"nqueens/backends/isolate"
	"nqueens/bench"
)

// voided is the record of a run whose time, and so its answer within a limit, means nothing.
func voided(r bench.Record) bench.Record {
	return bench.Record{
		Key: r.Key, Problem: r.Problem, Instance: r.Instance, Task: r.Task, Contender: r.Contender, Version: r.Version, Build: r.Build,
		Repetition: r.Repetition, Turn: r.Turn, Seed: r.Seed, Started: r.Started, WallSeconds: r.WallSeconds, CPUSeconds: r.CPUSeconds, OtherCPUSeconds: r.OtherCPUSeconds,
		Outcome: nqueens.Fail(nqueens.Void, r.Void),
	}
}

// unanswered returns the record of the last attempt at a run that would be void, as one without an
// answer if a signal stopped its command alone, and reports whether it did: the command stops itself,
// and a void run would take the problem out of the ranking of all contenders.
func unanswered(r bench.Record, result isolate.Result) (bench.Record, bool) {
	if !result.StoppedAlone() {
		return r, false
	}
	status := nqueens.Crashed // it answered, and its time means nothing; a timeout would end larger sizes too
	if r.Status == nqueens.Timeout {
		status = nqueens.Timeout
	}
	r = voided(r)
	r.Outcome = nqueens.Fail(status, r.Reason)
	return r, true
}
