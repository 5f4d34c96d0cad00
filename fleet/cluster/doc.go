// Package cluster writes a count that is divided into parts (package fleet) as a job for Slurm or
// Kubernetes.
//
// Both kinds of job have an index, and a limit on the number of indices, so each index is a range
// of parts. A job that is stopped, moved or killed continues from the completed parts, because each
// result is in the list's folder; a job that is submitted again finds them too. A job that finds no
// part missing computes again those that are drawn for that.
package cluster
