#include "textflag.h"

// firsts read from byte 64-n on is a vector of ones in the first n bytes.
DATA ·firsts+0(SB)/8, $-1
DATA ·firsts+8(SB)/8, $-1
DATA ·firsts+16(SB)/8, $-1
DATA ·firsts+24(SB)/8, $-1
DATA ·firsts+32(SB)/8, $-1
DATA ·firsts+40(SB)/8, $-1
DATA ·firsts+48(SB)/8, $-1
DATA ·firsts+56(SB)/8, $-1
GLOBL ·firsts(SB), RODATA|NOPTR, $128

// nibbleBits is the number of bits of each nibble.
DATA ·nibbleBits+0(SB)/8, $0x0302020102010100
DATA ·nibbleBits+8(SB)/8, $0x0403030203020201
GLOBL ·nibbleBits(SB), RODATA|NOPTR, $16

// Joins: see kernels.join. They count the patterns of the block that share a
// diagonal, bit by bit. A round is eight patterns of the list. The last round is padded
// with empty patterns, which share none.
//
//	BX   the tables: 64 rows of 32 bytes for the lower half of the block, the
//	     same for the upper half, then the next group
//	SI   the patterns to be read ahead of their use
//	R8   kept
//	R9   R10  R11  R12  the next four patterns, the kept bits only
//	R14  how many rounds are left
//	R15  spreads groups to bytes, each four times the index of a row
//	AX   CX  DX  DI  R13  rows of the groups
//
//	Y0  Y1  Y2  Y3  ones, twos, fours, eights: what is counted and not yet
//	                carried over
//	Y4   how many sixteens (in half a block eights), in four parts
//	Y13  how many bits a nibble has
//	Y14  a nibble of ones in each byte
//	Y5 to Y9, Y15  temporary
//
// On the stack lie the last round (64 bytes), room for what is read ahead of it,
// and two addresses.
#define LAST      0
#define LASTFROM  96
#define FULLFROM  104

// CSA is a full adder for each bit: it adds l, a and b and writes the low bit of the sum
// to l and the high bit to a. It overwrites b and Y15.
#define CSA(l, a, b) \
	VPXOR a, b, Y15  \
	VPAND a, b, a    \
	VPAND Y15, l, b  \
	VPXOR Y15, l, l  \
	VPOR  a, b, a

// COUNT adds the number of bits of v to Y4, in four parts. It overwrites v, Y8 and Y9.
#define COUNT(v, shift) \
	VPAND   v, Y14, Y8      \
	VPSRLW  $4, v, v        \
	VPAND   v, Y14, v       \
	VPSHUFB Y8, Y13, Y8     \
	VPSHUFB v, Y13, v       \
	VPADDB  v, Y8, v        \
	VPXOR   Y9, Y9, Y9      \
	VPSADBW v, Y9, v        \
	VPSLLQ  $shift, v, v    \
	VPADDQ  v, Y4, Y4

// AHEAD reads a pattern.
#define AHEAD32(i, to) \
	MOVL  (4*i)(SI), to \
	PEXTL R8, to, to

#define AHEAD64(i, to) \
	MOVQ  (8*i)(SI), to \
	PEXTQ R8, to, to

// ROWS finds the rows of the groups of a pattern, and reads the one to use in
// its place. AL and AH are bytes of AX.
#define ROWS3(p, AHEAD, i) \
	PDEPQ   R15, p, AX \
	AHEAD(i, p)        \
	MOVBLZX AL, DX     \
	MOVBLZX AH, DI     \
	SHRQ    $16, AX

#define ROWS4(p, AHEAD, i) \
	ROWS3(p, AHEAD, i) \
	MOVBLZX AL, R13    \
	MOVBLZX AH, CX

#define ROWS5(p, AHEAD, i) \
	ROWS4(p, AHEAD, i) \
	SHRQ    $16, AX

// ROW is the rows of one group in both halves of the block. MEET finds which
// patterns of both halves a pattern meets.
#define ROW(at, row, lo, hi) \
	VPOR    at(BX)(row*8), lo, lo        \
	VPOR    (at+2048)(BX)(row*8), hi, hi

#define MEET2(lo, hi) \
	VMOVDQU (BX)(DX*8), lo            \
	VMOVDQU 2048(BX)(DX*8), hi        \
	ROW(4096, DI, lo, hi)

#define MEET3(p, AHEAD, i, lo, hi) \
	ROWS3(p, AHEAD, i)                \
	MEET2(lo, hi)                     \
	ROW(8192, AX, lo, hi)

#define MEET4(p, AHEAD, i, lo, hi) \
	ROWS4(p, AHEAD, i)                \
	MEET2(lo, hi)                     \
	ROW(8192, R13, lo, hi)            \
	ROW(12288, CX, lo, hi)

#define MEET5(p, AHEAD, i, lo, hi) \
	ROWS5(p, AHEAD, i)                \
	MEET2(lo, hi)                     \
	ROW(8192, R13, lo, hi)            \
	ROW(12288, CX, lo, hi)            \
	ROW(16384, AX, lo, hi)

// HALF is MEET for the lower half of the block alone.
#define HALF2(lo) \
	VMOVDQU (BX)(DX*8), lo            \
	VPOR    4096(BX)(DI*8), lo, lo

#define HALF3(p, AHEAD, i, lo) \
	ROWS3(p, AHEAD, i)                \
	HALF2(lo)                         \
	VPOR    8192(BX)(AX*8), lo, lo

#define HALF4(p, AHEAD, i, lo) \
	ROWS4(p, AHEAD, i)                \
	HALF2(lo)                         \
	VPOR    8192(BX)(R13*8), lo, lo   \
	VPOR    12288(BX)(CX*8), lo, lo

#define HALF5(p, AHEAD, i, lo) \
	ROWS5(p, AHEAD, i)                \
	HALF2(lo)                         \
	VPOR    8192(BX)(R13*8), lo, lo   \
	VPOR    12288(BX)(CX*8), lo, lo   \
	VPOR    16384(BX)(AX*8), lo, lo

// BEGIN initialises the registers and builds the last round. The list is not empty.
// AX is the end of its full rounds, and DX the address of the mask for the rest, which
// LASTROUND copies without reading beyond the list.
#define BEGIN(size, LASTROUND, AHEAD) \
	MOVQ    b+0(FP), BX          \
	MOVQ    list_base+8(FP), SI  \
	MOVQ    list_len+16(FP), R14 \
	VPXOR   Y0, Y0, Y0           \
	VPXOR   Y1, Y1, Y1           \
	VPXOR   Y2, Y2, Y2           \
	VPXOR   Y3, Y3, Y3           \
	VPXOR   Y4, Y4, Y4           \
	VBROADCASTI128 ·nibbleBits(SB), Y13 \
	MOVL    $0x0f0f0f0f, AX      \
	VMOVD   AX, X14              \
	VPBROADCASTD X14, Y14        \
	MOVQ    $0xfcfcfcfcfc, R15   \
	MOVQ    R14, AX              \
	ANDQ    $~7, AX              \
	LEAQ    (SI)(AX*size), AX    \ // the end of the full rounds
	MOVQ    R14, CX              \
	ANDQ    $7, CX               \
	IMULQ   $-size, CX           \
	LEAQ    ·firsts+64(SB), DX   \
	ADDQ    CX, DX               \
	LASTROUND                    \
	SUBQ    $(8*size), AX        \
	MOVQ    AX, FULLFROM(SP)     \
	LEAQ    LAST(SP), DX         \
	MOVQ    DX, LASTFROM(SP)     \
	CMPQ    SI, AX               \
	CMOVQHI DX, SI               \
	AHEAD(0, R9)                 \
	AHEAD(1, R10)                \
	AHEAD(2, R11)                \
	AHEAD(3, R12)                \
	ADDQ    $7, R14              \
	SHRQ    $3, R14

#define LASTROUND32 \
	VMOVDQU    (DX), Y5       \
	VPMASKMOVD (AX), Y5, Y5   \
	VMOVDQU    Y5, LAST(SP)   \
	VMOVDQU    Y4, LAST+32(SP) \
	MOVL       kept+32(FP), R8

#define LASTROUND64 \
	VMOVDQU    (DX), Y5       \
	VMOVDQU    32(DX), Y6     \
	VPMASKMOVQ (AX), Y5, Y5   \
	VPMASKMOVQ 32(AX), Y6, Y6 \
	VMOVDQU    Y5, LAST(SP)   \
	VMOVDQU    Y6, LAST+32(SP) \
	VMOVDQU    Y4, LAST+64(SP) \
	MOVQ       kept+32(FP), R8

// ADVANCE moves SI to the next round, in the middle of one: to the one on the
// stack after the last full one.
#define ADVANCE(size) \
	ADDQ    $(8*size), SI    \
	CMPQ    SI, FULLFROM(SP) \
	CMOVQHI LASTFROM(SP), SI

// END adds Y4 up and returns it.
#define END \
	VEXTRACTI128 $1, Y4, X5 \
	VPADDQ       X4, X5, X4 \
	VPSRLDQ      $8, X4, X5 \
	VPADDQ       X4, X5, X4 \
	VMOVQ        X4, AX     \
	VZEROUPPER              \
	MOVQ         AX, ret+40(FP) \
	RET

// JOINFULL is the body for full blocks. Both halves of the block count as two
// patterns.
#define JOINFULL(size, LASTROUND, AHEAD, MEET) \
	BEGIN(size, LASTROUND, AHEAD) \
round:                            \
	MEET(R9, AHEAD, 4, Y5, Y9)    \
	CSA(Y0, Y5, Y9)               \
	MEET(R10, AHEAD, 5, Y6, Y9)   \
	CSA(Y0, Y6, Y9)               \
	CSA(Y1, Y5, Y6)               \
	MEET(R11, AHEAD, 6, Y6, Y9)   \
	CSA(Y0, Y6, Y9)               \
	MEET(R12, AHEAD, 7, Y7, Y9)   \
	CSA(Y0, Y7, Y9)               \
	CSA(Y1, Y6, Y7)               \
	CSA(Y2, Y5, Y6)               \
	ADVANCE(size)                 \
	MEET(R9, AHEAD, 0, Y6, Y9)    \
	CSA(Y0, Y6, Y9)               \
	MEET(R10, AHEAD, 1, Y7, Y9)   \
	CSA(Y0, Y7, Y9)               \
	CSA(Y1, Y6, Y7)               \
	MEET(R11, AHEAD, 2, Y7, Y9)   \
	CSA(Y0, Y7, Y9)               \
	MEET(R12, AHEAD, 3, Y8, Y9)   \
	CSA(Y0, Y8, Y9)               \
	CSA(Y1, Y7, Y8)               \
	CSA(Y2, Y6, Y7)               \
	CSA(Y3, Y5, Y6)               \
	COUNT(Y5, 0)                  \
	DECQ R14                      \
	JNZ  round                    \
	VPSLLQ $4, Y4, Y4             \
	COUNT(Y3, 3)                  \
	COUNT(Y2, 2)                  \
	COUNT(Y1, 1)                  \
	COUNT(Y0, 0)                  \
	END

// JOINHALF is the body for blocks whose lower half holds all patterns.
#define JOINHALF(size, LASTROUND, AHEAD, HALF) \
	BEGIN(size, LASTROUND, AHEAD) \
round:                            \
	HALF(R9, AHEAD, 4, Y5)        \
	HALF(R10, AHEAD, 5, Y9)       \
	CSA(Y0, Y5, Y9)               \
	HALF(R11, AHEAD, 6, Y6)       \
	HALF(R12, AHEAD, 7, Y9)       \
	CSA(Y0, Y6, Y9)               \
	CSA(Y1, Y5, Y6)               \
	ADVANCE(size)                 \
	HALF(R9, AHEAD, 0, Y6)        \
	HALF(R10, AHEAD, 1, Y9)       \
	CSA(Y0, Y6, Y9)               \
	HALF(R11, AHEAD, 2, Y7)       \
	HALF(R12, AHEAD, 3, Y9)       \
	CSA(Y0, Y7, Y9)               \
	CSA(Y1, Y6, Y7)               \
	CSA(Y2, Y5, Y6)               \
	COUNT(Y5, 0)                  \
	DECQ R14                      \
	JNZ  round                    \
	VPSLLQ $3, Y4, Y4             \
	COUNT(Y2, 2)                  \
	COUNT(Y1, 1)                  \
	COUNT(Y0, 0)                  \
	END

// The joins: for the full block or its lower half, for as many groups and patterns
// of as many bits as their names say.

TEXT ·full3x32(SB), NOSPLIT, $112-48
	JOINFULL(4, LASTROUND32, AHEAD32, MEET3)

TEXT ·full4x32(SB), NOSPLIT, $112-48
	JOINFULL(4, LASTROUND32, AHEAD32, MEET4)

TEXT ·full5x32(SB), NOSPLIT, $112-48
	JOINFULL(4, LASTROUND32, AHEAD32, MEET5)

TEXT ·full3x64(SB), NOSPLIT, $112-48
	JOINFULL(8, LASTROUND64, AHEAD64, MEET3)

TEXT ·full4x64(SB), NOSPLIT, $112-48
	JOINFULL(8, LASTROUND64, AHEAD64, MEET4)

TEXT ·full5x64(SB), NOSPLIT, $112-48
	JOINFULL(8, LASTROUND64, AHEAD64, MEET5)

TEXT ·half3x32(SB), NOSPLIT, $112-48
	JOINHALF(4, LASTROUND32, AHEAD32, HALF3)

TEXT ·half4x32(SB), NOSPLIT, $112-48
	JOINHALF(4, LASTROUND32, AHEAD32, HALF4)

TEXT ·half5x32(SB), NOSPLIT, $112-48
	JOINHALF(4, LASTROUND32, AHEAD32, HALF5)

TEXT ·half3x64(SB), NOSPLIT, $112-48
	JOINHALF(8, LASTROUND64, AHEAD64, HALF3)

TEXT ·half4x64(SB), NOSPLIT, $112-48
	JOINHALF(8, LASTROUND64, AHEAD64, HALF4)

TEXT ·half5x64(SB), NOSPLIT, $112-48
	JOINHALF(8, LASTROUND64, AHEAD64, HALF5)
