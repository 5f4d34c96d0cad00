package sat

import "runtime/debug"

// moduleVersion is the version of a module that this program was built with.
// The binaries of go test do not know theirs.
func moduleVersion(path string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path != path {
				continue
			}
			if m.Replace != nil {
				m = m.Replace
			}
			return m.Version
		}
	}
	return "unknown"
}
