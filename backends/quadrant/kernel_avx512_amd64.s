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

// Patterns that have a bit and those that lack it, with AVX-512, for n a multiple of the
// lanes, not 0.
//
//	DI   where the next that has it goes     Z0   the bit in all lanes
//	SI   where the next that lacks it goes   Z1   the patterns
//	R8   the next patterns                   K1   the lanes that lack it
//	R9   their end                           K2   the lanes that have it
//	R10  with                                AX   temporary
#define PART512(size, shift, BROADCAST, LACKS, HAS, COMPRESS) \
	MOVQ  with+0(FP), DI          \
	MOVQ  without+8(FP), SI       \
	MOVQ  src+16(FP), R8          \
	MOVQ  n+24(FP), R9            \
	LEAQ  (R8)(R9*size), R9       \
	BROADCAST bit+32(FP), Z0      \
	MOVQ  DI, R10                 \
loop:                                 \
	VMOVDQU64 (R8), Z1            \
	ADDQ  $64, R8                 \
	LACKS Z1, Z0, K1              \
	HAS   Z1, Z0, K2              \
	COMPRESS.Z Z1, K1, Z2         \
	COMPRESS.Z Z1, K2, Z3         \
	VMOVDQU64 Z2, (SI)            \
	VMOVDQU64 Z3, (DI)            \
	KMOVW K1, AX                  \
	POPCNTL AX, AX                \
	SHLQ  $shift, AX              \
	ADDQ  AX, SI                  \
	SUBQ  AX, DI                  \
	ADDQ  $64, DI                 \
	CMPQ  R8, R9                  \
	JB    loop                    \
	SUBQ  R10, DI                 \
	SHRQ  $shift, DI              \
	MOVQ  DI, has+40(FP)          \
	VZEROUPPER                    \
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

TEXT ·part512x32(SB), NOSPLIT, $0-48
	PART512(4, 2, VPBROADCASTD, VPTESTNMD, VPTESTMD, VPCOMPRESSD)

TEXT ·part512x64(SB), NOSPLIT, $0-48
	PART512(8, 3, VPBROADCASTQ, VPTESTNMQ, VPTESTMQ, VPCOMPRESSQ)

TEXT ·avoiding512x32(SB), NOSPLIT, $0-40
	AVOIDING(4, VPBROADCASTD, VPTESTNMD, VPCOMPRESSD)

TEXT ·avoiding512x64(SB), NOSPLIT, $0-40
	AVOIDING(8, VPBROADCASTQ, VPTESTNMQ, VPCOMPRESSQ)
