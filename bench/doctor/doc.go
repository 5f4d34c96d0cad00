// Package doctor says what a machine allows a measurement to be, what that costs, and what
// would be better: for whoever is about to believe times that were measured there.
//
// [Examine] looks, which takes some seconds; an [Examination] holds what it saw and one
// [Finding] for each matter. Nothing on the machine is changed, beyond what
// isolate.Probe does.
package doctor
