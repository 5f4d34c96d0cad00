//go:build !linux

package isolate

// systemRoles are those that only one system can play.
var systemRoles map[string]func([]string)
