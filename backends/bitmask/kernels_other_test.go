//go:build !amd64

package bitmask

// kernels returns the kernels for boards of any size, by name.
func kernels(int) map[string]func() kernel {
	return map[string]func() kernel{"portable": newPortable}
}

// workersFor returns the workers for boards of any number of words.
func workersFor(int) []worker { return []worker{portableWorker} }
