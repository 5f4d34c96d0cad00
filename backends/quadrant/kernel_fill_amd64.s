#include "textflag.h"

// bytesApart gathers the same bytes of four words.
DATA ·bytesApart+0(SB)/8, $0x0d0905010c080400
DATA ·bytesApart+8(SB)/8, $0x0f0b07030e0a0602
GLOBL ·bytesApart(SB), RODATA|NOPTR, $16

// Where things are on the stack of fillHalf: for each of the four bytes of a
// pattern 8 vectors with that byte of 256 patterns, and then one plane, a bit
// of each pattern, for each of 32 bits, and a plane of zeros.
#define BYTES  0
#define PLANES 1024
#define ZEROS  2048

// BYTESOF takes the four vectors of patterns at SI apart into one vector for
// each byte, and stores those at BYTES+at, 256 bytes between them.
#define BYTESOF(at) \
	VMOVDQU     (4*at)(SI), Y0           \
	VMOVDQU     (4*at+32)(SI), Y1        \
	VMOVDQU     (4*at+64)(SI), Y2        \
	VMOVDQU     (4*at+96)(SI), Y3        \
	VPSHUFB     Y15, Y0, Y0              \ // in each 128 bits: all bytes 0,
	VPSHUFB     Y15, Y1, Y1              \ // all bytes 1, and so on
	VPSHUFB     Y15, Y2, Y2              \
	VPSHUFB     Y15, Y3, Y3              \
	VPUNPCKLDQ  Y1, Y0, Y4               \ // bytes 0 and 1 of two vectors
	VPUNPCKHDQ  Y1, Y0, Y5               \ // bytes 2 and 3
	VPUNPCKLDQ  Y3, Y2, Y6               \
	VPUNPCKHDQ  Y3, Y2, Y7               \
	VPUNPCKLQDQ Y6, Y4, Y0               \
	VPUNPCKHQDQ Y6, Y4, Y1               \
	VPUNPCKLQDQ Y7, Y5, Y2               \
	VPUNPCKHQDQ Y7, Y5, Y3               \
	VMOVDQU     Y0, (BYTES+0*256+at)(BX) \
	VMOVDQU     Y1, (BYTES+1*256+at)(BX) \
	VMOVDQU     Y2, (BYTES+2*256+at)(BX) \
	VMOVDQU     Y3, (BYTES+3*256+at)(BX)

// SWAP exchanges the bits of a that mask<<n names with those of b that mask
// names.
#define SWAP(n, mask, a, b) \
	VPSRLW $n, a, Y8    \
	VPXOR  b, Y8, Y8    \
	VPAND  mask, Y8, Y8 \
	VPXOR  Y8, b, b     \
	VPSLLW $n, Y8, Y8   \
	VPXOR  Y8, a, a

// PLANESOF makes the eight planes of one byte of the patterns: squares of eight
// by eight bits, one in each byte of Y0 to Y7, are transposed.
#define PLANESOF(byte) \
	VMOVDQU (BYTES+byte*256+0*32)(BX), Y0 \
	VMOVDQU (BYTES+byte*256+1*32)(BX), Y1 \
	VMOVDQU (BYTES+byte*256+2*32)(BX), Y2 \
	VMOVDQU (BYTES+byte*256+3*32)(BX), Y3 \
	VMOVDQU (BYTES+byte*256+4*32)(BX), Y4 \
	VMOVDQU (BYTES+byte*256+5*32)(BX), Y5 \
	VMOVDQU (BYTES+byte*256+6*32)(BX), Y6 \
	VMOVDQU (BYTES+byte*256+7*32)(BX), Y7 \
	SWAP(4, Y14, Y0, Y4)                  \
	SWAP(4, Y14, Y1, Y5)                  \
	SWAP(4, Y14, Y2, Y6)                  \
	SWAP(4, Y14, Y3, Y7)                  \
	SWAP(2, Y13, Y0, Y2)                  \
	SWAP(2, Y13, Y1, Y3)                  \
	SWAP(2, Y13, Y4, Y6)                  \
	SWAP(2, Y13, Y5, Y7)                  \
	SWAP(1, Y12, Y0, Y1)                  \
	SWAP(1, Y12, Y2, Y3)                  \
	SWAP(1, Y12, Y4, Y5)                  \
	SWAP(1, Y12, Y6, Y7)                  \
	VMOVDQU Y0, (PLANES+byte*256+0*32)(BX) \
	VMOVDQU Y1, (PLANES+byte*256+1*32)(BX) \
	VMOVDQU Y2, (PLANES+byte*256+2*32)(BX) \
	VMOVDQU Y3, (PLANES+byte*256+3*32)(BX) \
	VMOVDQU Y4, (PLANES+byte*256+4*32)(BX) \
	VMOVDQU Y5, (PLANES+byte*256+5*32)(BX) \
	VMOVDQU Y6, (PLANES+byte*256+6*32)(BX) \
	VMOVDQU Y7, (PLANES+byte*256+7*32)(BX)

// PLANE loads the plane of the lowest bit of R8, which leaves it: zeros if R8
// is empty, since TZCNTL then gives 32.
#define PLANE(to) \
	TZCNTL  R8, AX                 \
	BLSRL   R8, R8                 \
	SHLL    $5, AX                 \
	VMOVDQU PLANES(BX)(AX*1), to

// ROWS stores the eight rows from at on: those of Y0 to Y7 with more added. Y0
// is zero.
#define ROWS(at, more) \
	VPOR    Y1, more, Y8             \
	VPOR    Y2, more, Y9             \
	VPOR    Y3, more, Y10            \
	VPOR    Y4, more, Y11            \
	VMOVDQU more, (at*32+0*32)(DI)   \
	VMOVDQU Y8, (at*32+1*32)(DI)     \
	VMOVDQU Y9, (at*32+2*32)(DI)     \
	VMOVDQU Y10, (at*32+3*32)(DI)    \
	VPOR    Y5, more, Y8             \
	VPOR    Y6, more, Y9             \
	VPOR    Y7, more, Y10            \
	VMOVDQU Y11, (at*32+4*32)(DI)    \
	VMOVDQU Y8, (at*32+5*32)(DI)     \
	VMOVDQU Y9, (at*32+6*32)(DI)     \
	VMOVDQU Y10, (at*32+7*32)(DI)

// func fillHalf(b *block, half int, patterns *[halfSize]uint32, kept uint32)
//
//	DI   the table to fill               Y0 to Y7    vectors, planes, then the
//	SI   the patterns                                rows of three planes
//	R8   the diagonals still to do       Y8 to Y11   temporary
//	R9   how many those are              Y12 to Y14  masks, then three planes
//	R10  how many groups are left        Y15  the shuffle, then the rows' base
//	BX   the bytes and planes, 32 bytes aligned
TEXT ·fillHalf(SB), 0, $2144-28
	MOVQ         b+0(FP), DI
	MOVQ         half+8(FP), AX
	SHLQ         $11, AX
	ADDQ         AX, DI
	MOVQ         patterns+16(FP), SI
	MOVL         kept+24(FP), R8
	LEAQ         31(SP), BX
	ANDQ         $~31, BX
	VBROADCASTI128 ·bytesApart(SB), Y15
	BYTESOF(0*32)
	BYTESOF(1*32)
	BYTESOF(2*32)
	BYTESOF(3*32)
	BYTESOF(4*32)
	BYTESOF(5*32)
	BYTESOF(6*32)
	BYTESOF(7*32)
	VPCMPEQB     Y8, Y8, Y8
	VPXOR        Y9, Y9, Y9
	VPSUBB       Y8, Y9, Y12      // 0x01 in each byte
	VPADDB       Y12, Y12, Y13
	VPADDB       Y13, Y12, Y13    // 0x03
	VPSLLW       $2, Y13, Y14
	VPOR         Y13, Y14, Y14    // 0x0f
	VPSLLW       $4, Y13, Y8
	VPOR         Y8, Y13, Y13     // 0x33
	VPSLLW       $2, Y12, Y8
	VPOR         Y8, Y12, Y12
	VPSLLW       $4, Y12, Y8
	VPOR         Y8, Y12, Y12     // 0x55
	PLANESOF(0)
	PLANESOF(1)
	PLANESOF(2)
	PLANESOF(3)
	VMOVDQU      Y9, ZEROS(BX)
	POPCNTL      R8, R9
	MOVQ         $3, R10          // joins look at three groups at least
	CMPQ         R9, $18
	JLE          group
	INCQ         R10
	CMPQ         R9, $24
	JLE          group
	INCQ         R10

group:
	PLANE(Y1)
	PLANE(Y2)
	PLANE(Y4)
	VPOR    Y1, Y2, Y3
	VPOR    Y1, Y4, Y5
	VPOR    Y2, Y4, Y6
	VPOR    Y3, Y4, Y7
	VPXOR   Y0, Y0, Y0
	VMOVDQU Y0, 0*32(DI)
	VMOVDQU Y1, 1*32(DI)
	VMOVDQU Y2, 2*32(DI)
	VMOVDQU Y3, 3*32(DI)
	VMOVDQU Y4, 4*32(DI)
	VMOVDQU Y5, 5*32(DI)
	VMOVDQU Y6, 6*32(DI)
	VMOVDQU Y7, 7*32(DI)
	CMPQ    R9, $3
	JLE     next
	PLANE(Y12)
	ROWS(8, Y12)
	CMPQ    R9, $4
	JLE     next
	PLANE(Y13)
	VPOR    Y12, Y13, Y15
	ROWS(16, Y13)
	ROWS(24, Y15)
	CMPQ    R9, $5
	JLE     next
	PLANE(Y14)
	ROWS(32, Y14)
	VPOR    Y12, Y14, Y12
	ROWS(40, Y12)
	VPOR    Y13, Y14, Y13
	ROWS(48, Y13)
	VPOR    Y15, Y14, Y15
	ROWS(56, Y15)

next:
	SUBQ $6, R9
	ADDQ $4096, DI
	DECQ R10
	JNZ  group
	VZEROUPPER
	RET

// func extract64(dst *[halfSize]uint32, src []uint64, kept uint64)
//
//	DI   dst        CX  how many are left
//	SI   src        AX  BX  R9  R10  patterns
//	R8   kept
TEXT ·extract64(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ src_base+8(FP), SI
	MOVQ src_len+16(FP), CX
	MOVQ kept+32(FP), R8
	SUBQ $4, CX
	JB   rest

four:
	MOVQ  0(SI), AX
	MOVQ  8(SI), BX
	MOVQ  16(SI), R9
	MOVQ  24(SI), R10
	PEXTQ R8, AX, AX
	PEXTQ R8, BX, BX
	PEXTQ R8, R9, R9
	PEXTQ R8, R10, R10
	MOVL  AX, 0(DI)
	MOVL  BX, 4(DI)
	MOVL  R9, 8(DI)
	MOVL  R10, 12(DI)
	ADDQ  $32, SI
	ADDQ  $16, DI
	SUBQ  $4, CX
	JAE   four

rest:
	ADDQ $4, CX
	JZ   done

one:
	MOVQ  (SI), AX
	PEXTQ R8, AX, AX
	MOVL  AX, (DI)
	ADDQ  $8, SI
	ADDQ  $4, DI
	DECQ  CX
	JNZ   one

done:
	RET
