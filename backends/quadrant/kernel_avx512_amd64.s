#include "go_asm.h"
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

// FIRST computes the rows of the first three groups, ADD adds up the patterns met.
#define FIRST(KEPT, i) \
	KEPT(i)                                \
	ANDNQ      AX, R9, DI                  \
	SHLQ       $6, AX                      \
	ANDNQ      AX, R9, DX                  \
	PEXTQ      R10, AX, R12

#define ADD(sum) \
	VPOPCNTQ   Z0, Z0                      \
	VPADDQ     Z0, sum, sum

// MEET adds to sum the number of patterns of the block that share a diagonal with the
// pattern. Ternary logic 0xfe is the union of three.
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

// JOIN is the body of all joins.
#define JOIN(size, LOAD, KEPT, MEET) \
	LOAD  kept+32(FP), R8                  \
	MOVQ  b+0(FP), BX                      \
	MOVQ  list_base+8(FP), SI              \
	MOVQ  list_len+16(FP), CX              \
	MOVQ  $~0xfc0, R9                      \
	MOVQ  $0xfc003f, R10                   \ // the lowest six bits are zero
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

// LANES sets K3 to the lanes of the next vector of patterns, and subtracts their number
// from R9. Stores use these lanes only, too, because another list may follow the last
// pattern.
#define LANES(size, whole) \
	SUBQ  $(64/size), R9          \
	JGE   whole                   \
	LEAQ  (64/size)(R9), CX       \
	MOVL  $1, AX                  \
	SHLL  CX, AX                  \
	DECL  AX                      \
	KMOVW AX, K3                  \
whole:

// Patterns that avoid others, with AVX-512.
//
//	R14  where the next result goes    Z0   bad in all lanes
//	R8   the next patterns             Z2   the patterns
//	R9   how many are left             K1   the lanes that stay
//	DI   dst                           K3   the lanes there are
#define AVOIDING(size, BROADCAST, MOVE, TEST, COMPRESS) \
	MOVQ  dst+0(FP), DI           \
	MOVQ  DI, R14                 \
	MOVQ  src+8(FP), R8           \
	MOVQ  n+16(FP), R9            \
	BROADCAST bad+24(FP), Z0      \
	KXNORW K3, K3, K3             \
loop:                                 \
	LANES(size, whole)            \
	MOVE.Z (R8), K3, Z2           \
	ADDQ  $64, R8                 \
	TEST  Z2, Z0, K3, K1          \
	COMPRESS.Z Z2, K1, Z2         \
	MOVE  Z2, K3, (R14)           \
	KMOVW K1, AX                  \
	POPCNTL AX, AX                \
	LEAQ  (R14)(AX*size), R14     \
	TESTQ R9, R9                  \
	JGT   loop                    \
	SUBQ  DI, R14                 \
	SHRQ  $(size/4+1), R14        \
	MOVQ  R14, ret+32(FP)         \
	VZEROUPPER                    \
	RET

// Patterns that have a bit and those that lack it, with AVX-512.
//
//	DI   where the next that has it goes     Z0   the bit in all lanes
//	SI   where the next that lacks it goes   Z1   the patterns
//	R8   the next patterns                   K1   the lanes that lack it
//	R9   how many are left                   K2   the lanes that have it
//	R10  with                                K3   the lanes there are
#define PART512(size, shift, BROADCAST, MOVE, LACKS, HAS, COMPRESS) \
	MOVQ  with+0(FP), DI          \
	MOVQ  without+8(FP), SI       \
	MOVQ  src+16(FP), R8          \
	MOVQ  n+24(FP), R9            \
	BROADCAST bit+32(FP), Z0      \
	MOVQ  DI, R10                 \
	KXNORW K3, K3, K3             \
loop:                                 \
	LANES(size, whole)            \
	MOVE.Z (R8), K3, Z1           \
	ADDQ  $64, R8                 \
	LACKS Z1, Z0, K3, K1          \
	HAS   Z1, Z0, K3, K2          \
	COMPRESS.Z Z1, K1, Z2         \
	COMPRESS.Z Z1, K2, Z3         \
	MOVE  Z2, K3, (SI)            \
	MOVE  Z3, K3, (DI)            \
	KMOVW K1, AX                  \
	KMOVW K2, CX                  \
	POPCNTL AX, AX                \
	POPCNTL CX, CX                \
	LEAQ  (SI)(AX*size), SI       \
	LEAQ  (DI)(CX*size), DI       \
	TESTQ R9, R9                  \
	JGT   loop                    \
	SUBQ  R10, DI                 \
	SHRQ  $shift, DI              \
	MOVQ  DI, has+40(FP)          \
	VZEROUPPER                    \
	RET

// evens are the even ones of the 32 halves of two vectors of 64 bits, odds the others.
DATA evens<>+0(SB)/8, $0x0e0c0a0806040200
DATA evens<>+8(SB)/8, $0x1e1c1a1816141210
GLOBL evens<>(SB), RODATA|NOPTR, $16
DATA odds<>+0(SB)/8, $0x0f0d0b0907050301
DATA odds<>+8(SB)/8, $0x1f1d1b1917151311
GLOBL odds<>(SB), RODATA|NOPTR, $16

// func pack512(dst *uint32, src *uint64, n int, bad uint64, by *packing) (packed int)
//
//	R14  where the next result goes     Z0   bad in all lanes
//	R8   the next patterns              Z2   Z3   16 patterns, Z2 then their high halves
//	R9   how many are left              Z4   their low halves, then packed
//	R10  the tables                     Z8   the diagonals that stay
//	R11  their end                      Z14  odds
//	R12  the table now                  Z15  evens
//	DI   dst                            K1   K2  the lanes there are
//	                                    K3   those that stay
TEXT ·pack512(SB), NOSPLIT, $0-48
	MOVQ         dst+0(FP), DI
	MOVQ         DI, R14
	MOVQ         src+8(FP), R8
	MOVQ         n+16(FP), R9
	VPBROADCASTQ bad+24(FP), Z0
	MOVQ         by+32(FP), R10
	VPBROADCASTD packing_stay(R10), Z8
	MOVQ         packing_tables(R10), R11
	SHLQ         $6, R11
	ADDQ         $packing_moved, R10
	ADDQ         R10, R11
	MOVL         $-1, AX
	KMOVW        AX, K1
	KMOVW        AX, K2
	VPMOVZXBD    evens<>(SB), Z15
	VPMOVZXBD    odds<>(SB), Z14

sixteen:
	SUBQ  $16, R9
	JGE   whole
	LEAQ  16(R9), CX
	MOVL  $1, AX
	SHLL  CX, AX
	DECL  AX
	KMOVW AX, K1
	SHRL  $8, AX
	KMOVW AX, K2

whole:
	VMOVDQU64.Z 0(R8), K1, Z2
	VMOVDQU64.Z 64(R8), K2, Z3
	ADDQ        $128, R8
	VPTESTNMQ   Z2, Z0, K1, K3
	VPTESTNMQ   Z3, Z0, K2, K4
	KUNPCKBW    K3, K4, K3
	VMOVDQA64   Z15, Z4
	VPERMI2D    Z3, Z2, Z4
	VPERMT2D    Z3, Z14, Z2
	VPANDD      Z8, Z4, Z4
	MOVQ        R10, R12

four:
	CMPQ   R12, R11
	JEQ    packed
	VPERMD (R12), Z2, Z5
	VPORD  Z5, Z4, Z4
	VPSRLD $4, Z2, Z2
	ADDQ   $64, R12
	JMP    four

packed:
	VPCOMPRESSD.Z Z4, K3, Z4
	VMOVDQU64    Z4, (R14)
	KMOVW        K3, AX
	POPCNTL      AX, AX
	LEAQ         (R14)(AX*4), R14
	TESTQ        R9, R9
	JGT          sixteen
	SUBQ         DI, R14
	SHRQ         $2, R14
	MOVQ         R14, packed+40(FP)
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

TEXT ·part512x32(SB), NOSPLIT, $0-48
	PART512(4, 2, VPBROADCASTD, VMOVDQU32, VPTESTNMD, VPTESTMD, VPCOMPRESSD)

TEXT ·part512x64(SB), NOSPLIT, $0-48
	PART512(8, 3, VPBROADCASTQ, VMOVDQU64, VPTESTNMQ, VPTESTMQ, VPCOMPRESSQ)

TEXT ·avoiding512x32(SB), NOSPLIT, $0-40
	AVOIDING(4, VPBROADCASTD, VMOVDQU32, VPTESTNMD, VPCOMPRESSD)

TEXT ·avoiding512x64(SB), NOSPLIT, $0-40
	AVOIDING(8, VPBROADCASTQ, VMOVDQU64, VPTESTNMQ, VPCOMPRESSQ)
