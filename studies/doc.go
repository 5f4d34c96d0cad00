// Package studies holds studies as data: a plan in YAML for each, with the published values that its
// page compares with in CSV beside it.
//
// To add a study, add a plan NAME.yaml here and its published values in published/.
package studies
