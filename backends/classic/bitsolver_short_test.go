//go:build !long

package classic

// publishedTo is the largest board whose published runs are all compared, in
// about ten seconds; with the build tag long it is 16, in a minute.
const publishedTo = 14
