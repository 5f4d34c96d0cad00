//go:build !long

package classic

// publishedTo is the largest board of which all published runs are compared, which takes about ten
// seconds; with the build tag long it is 16, which takes a minute.
const publishedTo = 14
