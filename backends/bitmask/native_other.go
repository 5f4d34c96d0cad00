//go:build !amd64

package bitmask

// newKernel chooses the fastest kernel for rows of any number of squares.
func newKernel(int) func() kernel { return newPortable }

// newWorker chooses the fastest worker for boards of any number of words.
func newWorker(bool, int) worker { return portableWorker }

// extractor is the fastest there is.
func extractor(bool) extract { return extractPortable }
