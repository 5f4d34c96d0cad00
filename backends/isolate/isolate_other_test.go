//go:build !linux

package isolate

// systemRoles are the roles that need one system.
var systemRoles map[string]func([]string)
