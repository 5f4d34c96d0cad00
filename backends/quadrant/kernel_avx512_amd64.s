#include "textflag.h"

// Filling blocks with AVX-512: as with AVX2, but both halves at once. Each row
// of the tables is 64 bytes.

#define BYTES  0
#define PLANES 2048
#define ZEROS  4096

// BYTESOF takes the four vectors of patterns at SI apart into one vector for
// each byte, and stores those at BYTES+at, 512 bytes between them.
#define BYTESOF(at) \
	VMOVDQU64   (4*at)(SI), Z0           \
	VMOVDQU64   (4*at+64)(SI), Z1        \
	VMOVDQU64   (4*at+128)(SI), Z2       \
	VMOVDQU64   (4*at+192)(SI), Z3       \
	VPSHUFB     Z15, Z0, Z0              \ // in each 128 bits: all bytes 0,
	VPSHUFB     Z15, Z1, Z1              \ // all bytes 1, and so on
	VPSHUFB     Z15, Z2, Z2              \
	VPSHUFB     Z15, Z3, Z3              \
	VPUNPCKLDQ  Z1, Z0, Z4               \ // bytes 0 and 1 of two vectors
	VPUNPCKHDQ  Z1, Z0, Z5               \ // bytes 2 and 3
	VPUNPCKLDQ  Z3, Z2, Z6               \
	VPUNPCKHDQ  Z3, Z2, Z7               \
	VPUNPCKLQDQ Z6, Z4, Z0               \
	VPUNPCKHQDQ Z6, Z4, Z1               \
	VPUNPCKLQDQ Z7, Z5, Z2               \
	VPUNPCKHQDQ Z7, Z5, Z3               \
	VMOVDQU64   Z0, (BYTES+0*512+at)(BX) \
	VMOVDQU64   Z1, (BYTES+1*512+at)(BX) \
	VMOVDQU64   Z2, (BYTES+2*512+at)(BX) \
	VMOVDQU64   Z3, (BYTES+3*512+at)(BX)

// SWAP exchanges the bits of a that mask<<n names with those of b that mask
// names.
#define SWAP(n, mask, a, b) \
	VPSRLW     $n, a, Z8          \
	VPTERNLOGD $0x28, mask, b, Z8 \ // (Z8 ^ b) & mask
	VPXORQ     Z8, b, b           \
	VPSLLW     $n, Z8, Z8         \
	VPXORQ     Z8, a, a

// PLANESOF makes the eight planes of one byte of the patterns: squares of eight
// by eight bits, one in each byte of Z0 to Z7, are transposed.
#define PLANESOF(byte) \
	VMOVDQU64 (BYTES+byte*512+0*64)(BX), Z0  \
	VMOVDQU64 (BYTES+byte*512+1*64)(BX), Z1  \
	VMOVDQU64 (BYTES+byte*512+2*64)(BX), Z2  \
	VMOVDQU64 (BYTES+byte*512+3*64)(BX), Z3  \
	VMOVDQU64 (BYTES+byte*512+4*64)(BX), Z4  \
	VMOVDQU64 (BYTES+byte*512+5*64)(BX), Z5  \
	VMOVDQU64 (BYTES+byte*512+6*64)(BX), Z6  \
	VMOVDQU64 (BYTES+byte*512+7*64)(BX), Z7  \
	SWAP(4, Z14, Z0, Z4)                     \
	SWAP(4, Z14, Z1, Z5)                     \
	SWAP(4, Z14, Z2, Z6)                     \
	SWAP(4, Z14, Z3, Z7)                     \
	SWAP(2, Z13, Z0, Z2)                     \
	SWAP(2, Z13, Z1, Z3)                     \
	SWAP(2, Z13, Z4, Z6)                     \
	SWAP(2, Z13, Z5, Z7)                     \
	SWAP(1, Z12, Z0, Z1)                     \
	SWAP(1, Z12, Z2, Z3)                     \
	SWAP(1, Z12, Z4, Z5)                     \
	SWAP(1, Z12, Z6, Z7)                     \
	VMOVDQU64 Z0, (PLANES+byte*512+0*64)(BX) \
	VMOVDQU64 Z1, (PLANES+byte*512+1*64)(BX) \
	VMOVDQU64 Z2, (PLANES+byte*512+2*64)(BX) \
	VMOVDQU64 Z3, (PLANES+byte*512+3*64)(BX) \
	VMOVDQU64 Z4, (PLANES+byte*512+4*64)(BX) \
	VMOVDQU64 Z5, (PLANES+byte*512+5*64)(BX) \
	VMOVDQU64 Z6, (PLANES+byte*512+6*64)(BX) \
	VMOVDQU64 Z7, (PLANES+byte*512+7*64)(BX)

// PLANE loads the plane of the lowest bit of R8, which leaves it: zeros if R8
// is empty, since TZCNTL then gives 32.
#define PLANE(to) \
	TZCNTL    R8, AX \
	BLSRL     R8, R8 \
	SHLL      $6, AX \
	VMOVDQU64 PLANES(BX)(AX*1), to

// ROWS stores the eight rows from at on: those of Z0 to Z7 with more added. Z0
// is zero.
#define ROWS(at, more) \
	VPORQ     Z1, more, Z8           \
	VPORQ     Z2, more, Z9           \
	VPORQ     Z3, more, Z10          \
	VPORQ     Z4, more, Z11          \
	VMOVDQU64 more, (at*64+0*64)(DI) \
	VMOVDQU64 Z8, (at*64+1*64)(DI)   \
	VMOVDQU64 Z9, (at*64+2*64)(DI)   \
	VMOVDQU64 Z10, (at*64+3*64)(DI)  \
	VPORQ     Z5, more, Z8           \
	VPORQ     Z6, more, Z9           \
	VPORQ     Z7, more, Z10          \
	VMOVDQU64 Z11, (at*64+4*64)(DI)  \
	VMOVDQU64 Z8, (at*64+5*64)(DI)   \
	VMOVDQU64 Z9, (at*64+6*64)(DI)   \
	VMOVDQU64 Z10, (at*64+7*64)(DI)

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

// FIRST finds the rows of the first three groups, ADD adds up what is met.
#define FIRST(KEPT, i) \
	KEPT(i)                                \
	ANDNQ      AX, R9, DI                  \
	SHLQ       $6, AX                      \
	ANDNQ      AX, R9, DX                  \
	PEXTQ      R10, AX, R12

#define ADD(sum) \
	VPOPCNTQ   Z0, Z0                      \
	VPADDQ     Z0, sum, sum

// MEET adds to sum how many patterns of the block the pattern meets. Ternary
// logic 0xfe is the union of three.
#define MEET5(KEPT, i, sum) \
	FIRST(KEPT, i)                          \
	PEXTQ      R11, AX, R13                \
	SHRQ       $24, AX                     \
	ANDNQ      AX, R9, AX                  \
	VMOVDQU64  (BX)(DX*1), Z0              \
	VMOVDQU64  4096(BX)(DI*1), Z1          \
	VPTERNLOGQ $0xfe, 8192(BX)(R12*1), Z1, Z0 \
	VMOVDQU64  12288(BX)(R13*1), Z1        \
	VPTERNLOGQ $0xfe, 16384(BX)(AX*1), Z1, Z0 \
	ADD(sum)

#define MEET4(KEPT, i, sum) \
	FIRST(KEPT, i)                          \
	PEXTQ      R11, AX, R13                \
	VMOVDQU64  (BX)(DX*1), Z0              \
	VPORQ      4096(BX)(DI*1), Z0, Z0      \
	VMOVDQU64  8192(BX)(R12*1), Z1         \
	VPTERNLOGQ $0xfe, 12288(BX)(R13*1), Z1, Z0 \
	ADD(sum)

#define MEET3(KEPT, i, sum) \
	FIRST(KEPT, i)                          \
	VMOVDQU64  (BX)(DX*1), Z0              \
	VMOVDQU64  4096(BX)(DI*1), Z1          \
	VPTERNLOGQ $0xfe, 8192(BX)(R12*1), Z1, Z0 \
	ADD(sum)

// JOIN is the body for all.
#define JOIN(size, LOAD, KEPT, MEET) \
	LOAD  kept+32(FP), R8                  \
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
	VZEROUPPER                             \
	MOVQ          AX, ret+40(FP)           \
	RET

// Patterns that avoid others, with AVX-512, for n a multiple of the lanes, not 0.
//
//	R14  where the next result goes    Z0   bad in all lanes
//	R8   the next patterns             Z2   the patterns
//	R9   their end                     K1   the lanes that stay
//	DI   dst                           AX   temporary
#define AVOIDING(size, BROADCAST, TEST, COMPRESS) \
	MOVQ  dst+0(FP), DI           \
	MOVQ  DI, R14                 \
	MOVQ  src+8(FP), R8           \
	MOVQ  n+16(FP), R9            \
	LEAQ  (R8)(R9*size), R9       \
	BROADCAST bad+24(FP), Z0      \
loop:                                 \
	VMOVDQU64 (R8), Z2            \
	ADDQ  $64, R8                 \
	TEST  Z2, Z0, K1              \
	COMPRESS Z2, K1, Z2           \
	VMOVDQU64 Z2, (R14)           \
	KMOVW K1, AX                  \
	POPCNTL AX, AX                \
	LEAQ  (R14)(AX*size), R14     \
	CMPQ  R8, R9                  \
	JB    loop                    \
	SUBQ  DI, R14                 \
	SHRQ  $(size/4+1), R14        \
	MOVQ  R14, ret+32(FP)         \
	VZEROUPPER                    \
	RET

// func fill512(b *block, patterns *[blockSize]uint32, kept uint32)
//
//	DI   the table to fill               Z0 to Z7    vectors, planes, then the
//	SI   the patterns                                rows of three planes
//	R8   the diagonals still to do       Z8 to Z11   temporary
//	R9   how many those are              Z12 to Z14  masks, then three planes
//	R10  how many groups are left        Z15  the shuffle, then two planes
//	BX   the bytes and planes, 64 bytes aligned
TEXT ·fill512(SB), 0, $4224-20
	MOVQ            b+0(FP), DI
	MOVQ            patterns+8(FP), SI
	MOVL            kept+16(FP), R8
	LEAQ            63(SP), BX
	ANDQ            $~63, BX
	VBROADCASTI32X4 ·bytesApart(SB), Z15
	BYTESOF(0*64)
	BYTESOF(1*64)
	BYTESOF(2*64)
	BYTESOF(3*64)
	BYTESOF(4*64)
	BYTESOF(5*64)
	BYTESOF(6*64)
	BYTESOF(7*64)
	MOVL            $0x0f0f0f0f, AX
	VPBROADCASTD    AX, Z14
	MOVL            $0x33333333, AX
	VPBROADCASTD    AX, Z13
	MOVL            $0x55555555, AX
	VPBROADCASTD    AX, Z12
	PLANESOF(0)
	PLANESOF(1)
	PLANESOF(2)
	PLANESOF(3)
	VPXORQ          Z0, Z0, Z0
	VMOVDQU64       Z0, ZEROS(BX)
	POPCNTL         R8, R9
	MOVQ $3, R10          // joins look at three groups at least
	CMPQ R9, $18
	JLE  group
	INCQ R10
	CMPQ R9, $24
	JLE  group
	INCQ R10

group:
	PLANE(Z1)
	PLANE(Z2)
	PLANE(Z4)
	VPORQ     Z1, Z2, Z3
	VPORQ     Z1, Z4, Z5
	VPORQ     Z2, Z4, Z6
	VPORQ     Z3, Z4, Z7
	VPXORQ    Z0, Z0, Z0
	VMOVDQU64 Z0, 0*64(DI)
	VMOVDQU64 Z1, 1*64(DI)
	VMOVDQU64 Z2, 2*64(DI)
	VMOVDQU64 Z3, 3*64(DI)
	VMOVDQU64 Z4, 4*64(DI)
	VMOVDQU64 Z5, 5*64(DI)
	VMOVDQU64 Z6, 6*64(DI)
	VMOVDQU64 Z7, 7*64(DI)
	CMPQ      R9, $3
	JLE       next
	PLANE(Z12)
	ROWS(8, Z12)
	CMPQ    R9, $4
	JLE     next
	PLANE(Z13)
	VPORQ    Z12, Z13, Z15
	ROWS(16, Z13)
	ROWS(24, Z15)
	CMPQ     R9, $5
	JLE      next
	PLANE(Z14)
	ROWS(32, Z14)
	VPORQ    Z12, Z14, Z12
	ROWS(40, Z12)
	VPORQ    Z13, Z14, Z13
	ROWS(48, Z13)
	VPORQ    Z15, Z14, Z15
	ROWS(56, Z15)

next:
	SUBQ $6, R9
	ADDQ $4096, DI
	DECQ R10
	JNZ  group
	VZEROUPPER
	RET

TEXT ·join512x3x32(SB), NOSPLIT, $0-48
	JOIN(4, MOVL, KEPT32, MEET3)

TEXT ·join512x4x32(SB), NOSPLIT, $0-48
	JOIN(4, MOVL, KEPT32, MEET4)

TEXT ·join512x5x32(SB), NOSPLIT, $0-48
	JOIN(4, MOVL, KEPT32, MEET5)

TEXT ·join512x3x64(SB), NOSPLIT, $0-48
	JOIN(8, MOVQ, KEPT64, MEET3)

TEXT ·join512x4x64(SB), NOSPLIT, $0-48
	JOIN(8, MOVQ, KEPT64, MEET4)

TEXT ·join512x5x64(SB), NOSPLIT, $0-48
	JOIN(8, MOVQ, KEPT64, MEET5)

TEXT ·avoiding512x32(SB), NOSPLIT, $0-40
	AVOIDING(4, VPBROADCASTD, VPTESTNMD, VPCOMPRESSD)

TEXT ·avoiding512x64(SB), NOSPLIT, $0-40
	AVOIDING(8, VPBROADCASTQ, VPTESTNMQ, VPCOMPRESSQ)
