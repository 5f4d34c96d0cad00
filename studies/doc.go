// Package studies holds studies as data: a plan in YAML for each, with the published values that its
// page compares with in CSV beside it.
//
// To add a study is to add a plan NAME.yaml here, and its values in published/.
package studies
