//go:build long

package dlx_test

const largestQueens = 16
