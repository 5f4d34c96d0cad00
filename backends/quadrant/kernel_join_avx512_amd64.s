#include "textflag.h"

// Joins for AVX-512: see kernels.join. A row of a table is 64 bytes, one bit for
// each pattern of the block; the tables of the groups follow each other.
//
//	BX   the tables
//	SI   the next pattern of the list
//	CX   how many are left
//	R8   kept
//	R9   all bits but those of an index times 64
//	R10  takes the third index out of six times what is kept
//	R11  the fourth one
//	AX   DX  DI  R12  R13  rows of the groups, in bytes
//
//	Z0   Z1   what the pattern meets
//	Z2   Z3   how many are met, in eight parts each

// KEPT reads a pattern.
#define KEPT32(i) \
	MOVL  (4*i)(SI), AX \
	PEXTL R8, AX, AX

#define KEPT64(i) \
	MOVQ  (8*i)(SI), AX \
	PEXTQ R8, AX, AX

// MEET adds to sum how many patterns of the block the pattern meets. Ternary
// logic 0xfe is the union of three.
#define MEET5(KEPT, i, sum) \
	KEPT(i)                                \
	ANDNQ      AX, R9, DI                  \
	SHLQ       $6, AX                      \
	ANDNQ      AX, R9, DX                  \
	PEXTQ      R10, AX, R12                \
	PEXTQ      R11, AX, R13                \
	SHRQ       $24, AX                     \
	ANDNQ      AX, R9, AX                  \
	VMOVDQU64  (BX)(DX*1), Z0              \
	VMOVDQU64  4096(BX)(DI*1), Z1          \
	VPTERNLOGQ $0xfe, 8192(BX)(R12*1), Z1, Z0 \
	VMOVDQU64  12288(BX)(R13*1), Z1        \
	VPTERNLOGQ $0xfe, 16384(BX)(AX*1), Z1, Z0 \
	VPOPCNTQ   Z0, Z0                      \
	VPADDQ     Z0, sum, sum

#define MEET4(KEPT, i, sum) \
	KEPT(i)                                \
	ANDNQ      AX, R9, DI                  \
	SHLQ       $6, AX                      \
	ANDNQ      AX, R9, DX                  \
	PEXTQ      R10, AX, R12                \
	PEXTQ      R11, AX, R13                \
	VMOVDQU64  (BX)(DX*1), Z0              \
	VPORQ      4096(BX)(DI*1), Z0, Z0      \
	VMOVDQU64  8192(BX)(R12*1), Z1         \
	VPTERNLOGQ $0xfe, 12288(BX)(R13*1), Z1, Z0 \
	VPOPCNTQ   Z0, Z0                      \
	VPADDQ     Z0, sum, sum

#define MEET3(KEPT, i, sum) \
	KEPT(i)                                \
	ANDNQ      AX, R9, DI                  \
	SHLQ       $6, AX                      \
	ANDNQ      AX, R9, DX                  \
	PEXTQ      R10, AX, R12                \
	VMOVDQU64  (BX)(DX*1), Z0              \
	VMOVDQU64  4096(BX)(DI*1), Z1          \
	VPTERNLOGQ $0xfe, 8192(BX)(R12*1), Z1, Z0 \
	VPOPCNTQ   Z0, Z0                      \
	VPADDQ     Z0, sum, sum

// JOIN is the body for all.
#define JOIN(size, KEPT, MEET) \
	MOVQ  b+0(FP), BX                      \
	MOVQ  list_base+8(FP), SI              \
	MOVQ  list_len+16(FP), CX              \
	MOVQ  $~0xfc0, R9                      \
	MOVQ  $0xfc003f, R10                   \ // the lowest six bits are zeros
	MOVQ  $0x3f00003f, R11                 \
	VPXORQ Z2, Z2, Z2                      \
	VPXORQ Z3, Z3, Z3                      \
	SUBQ  $4, CX                           \
	JB    rest                             \
four:                                      \
	MEET(KEPT, 0, Z2)                      \
	MEET(KEPT, 1, Z3)                      \
	MEET(KEPT, 2, Z2)                      \
	MEET(KEPT, 3, Z3)                      \
	ADDQ  $(4*size), SI                    \
	SUBQ  $4, CX                           \
	JAE   four                             \
rest:                                      \
	ADDQ  $4, CX                           \
	JZ    done                             \
one:                                       \
	MEET(KEPT, 0, Z2)                      \
	ADDQ  $size, SI                        \
	DECQ  CX                               \
	JNZ   one                              \
done:                                      \
	VPADDQ        Z3, Z2, Z2               \
	VEXTRACTI64X4 $1, Z2, Y3               \
	VPADDQ        Y3, Y2, Y2               \
	VEXTRACTI128  $1, Y2, X3               \
	VPADDQ        X3, X2, X2               \
	VPSRLDQ       $8, X2, X3               \
	VPADDQ        X3, X2, X2               \
	VMOVQ         X2, AX                   \
	VZEROUPPER

// func join512x3x32(b *block, list []uint32, kept uint32) uint64
TEXT ·join512x3x32(SB), NOSPLIT, $0-48
	MOVL kept+32(FP), R8
	JOIN(4, KEPT32, MEET3)
	MOVQ AX, ret+40(FP)
	RET

// func join512x4x32(b *block, list []uint32, kept uint32) uint64
TEXT ·join512x4x32(SB), NOSPLIT, $0-48
	MOVL kept+32(FP), R8
	JOIN(4, KEPT32, MEET4)
	MOVQ AX, ret+40(FP)
	RET

// func join512x5x32(b *block, list []uint32, kept uint32) uint64
TEXT ·join512x5x32(SB), NOSPLIT, $0-48
	MOVL kept+32(FP), R8
	JOIN(4, KEPT32, MEET5)
	MOVQ AX, ret+40(FP)
	RET

// func join512x3x64(b *block, list []uint64, kept uint64) uint64
TEXT ·join512x3x64(SB), NOSPLIT, $0-48
	MOVQ kept+32(FP), R8
	JOIN(8, KEPT64, MEET3)
	MOVQ AX, ret+40(FP)
	RET

// func join512x4x64(b *block, list []uint64, kept uint64) uint64
TEXT ·join512x4x64(SB), NOSPLIT, $0-48
	MOVQ kept+32(FP), R8
	JOIN(8, KEPT64, MEET4)
	MOVQ AX, ret+40(FP)
	RET

// func join512x5x64(b *block, list []uint64, kept uint64) uint64
TEXT ·join512x5x64(SB), NOSPLIT, $0-48
	MOVQ kept+32(FP), R8
	JOIN(8, KEPT64, MEET5)
	MOVQ AX, ret+40(FP)
	RET
