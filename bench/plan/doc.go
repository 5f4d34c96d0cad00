// Package plan reads the plan of a benchmark.
//
// A [Plan] is a YAML file with problems, tasks, backends, encodings and limits. Together with the available
// backends it gives a bench.Experiment with every combination, each once. A combination that cannot be run is
// an error, with its line and column in the plan, before any run begins.
package plan
