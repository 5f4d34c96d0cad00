// Package cluster writes a count that is cut in parts (package fleet) as a job for Slurm or
// Kubernetes: submit it, go away, and add the results later.
//
// Both kinds of job have an index, and limits of how many indices there may be; so an index means a
// range of parts. A job that is stopped, moved or killed goes on where it was, as results
// are in the list's folder, part by part, and a job that is submitted again finds them there. The
// job that finds no part missing computes again what is drawn for that.
package cluster
