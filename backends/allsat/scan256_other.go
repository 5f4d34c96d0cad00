//go:build !amd64

package allsat

func scan256(r *scanned, from, row, to, masks, rows *uint64, in *int32, n int, out *int32) {
	panic("allsat: no scan256 on this processor")
}

func hasScan256() bool { return false }
