// Package doctor examines whether a machine is suitable for measurements, what limits them, and how
// to improve it.
//
// [Examine] takes some seconds. An [Examination] contains what it observed, with a [Finding] for
// each subject. It changes nothing on the machine, except what isolate.Probe does.
package doctor
