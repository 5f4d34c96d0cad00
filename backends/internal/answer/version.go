package answer

import (
	"cmp"
	"runtime/debug"
	"sync"
)

// ModuleVersion returns the version of a module that this program was built with. Test binaries do
// not contain it.
func ModuleVersion(path string) string { return cmp.Or(moduleVersions()[path], "unknown") }

// moduleVersions returns the versions of the modules of this program by their paths. Reading them
// takes longer than describing a backend.
var moduleVersions = sync.OnceValue(func() map[string]string {
	versions := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			used := m
			if m.Replace != nil {
				used = m.Replace
			}
			versions[m.Path] = used.Version
		}
	}
	return versions
})
