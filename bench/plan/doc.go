// Package plan reads what a benchmark is to run.
//
// A [Plan] is a YAML file that names problems, tasks, backends, encodings and
// limits. With the backends that there are it becomes a bench.Experiment: every
// combination that it names, once. What cannot be run is refused, with the line
// and column of the plan, before anything is.
package plan
