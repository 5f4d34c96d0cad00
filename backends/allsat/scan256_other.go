//go:build !amd64

package allsat

type scanned256 struct {
	dead   uint64
	left   int64
	best   uint64
	forced int64
	looks  int64
}

func scan256(r *scanned256, from, row, to, masks, rows *uint64, in *int32, n int, out *int32) {
	panic("allsat: no scan256 on this processor")
}

func hasScan256() bool { return false }
