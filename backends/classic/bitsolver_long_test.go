//go:build long

package classic

const publishedTo = 16
