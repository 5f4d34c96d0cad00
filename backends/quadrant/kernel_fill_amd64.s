#include "textflag.h"

// bytesApart gathers the same bytes of four words.
DATA ·bytesApart+0(SB)/8, $0x0d0905010c080400
DATA ·bytesApart+8(SB)/8, $0x0f0b07030e0a0602
GLOBL ·bytesApart(SB), RODATA|NOPTR, $16

// Filling a block: with AVX2 one half of its patterns in vectors of 32 bytes, with
// AVX-512 all of them in vectors of 64. The steps are the same. WIDTH, its
// binary logarithm, the vectors V0 to V15 and the instructions are defined before each
// of the two routines.
//
//	DI   the table to fill               V0 to V7    vectors, planes, then the
//	SI   the patterns                                rows of three planes
//	R8   the diagonals still to do       V8 to V11   temporary
//	R9   how many those are              V12 to V14  masks, then three planes
//	R10  how many groups are left        V15  the shuffle, then two planes
//	BX   the bytes and planes, on the stack, aligned
//
// The stack has, for each of the four bytes of a pattern, 8 vectors with that byte of
// all patterns, and then for each of 32 bits one plane, that bit of each pattern, and
// a plane of zeros.
#define BYTES  0
#define PLANES (32*WIDTH)
#define ZEROS  (64*WIDTH)

// BYTESOF splits the four vectors of patterns from number 4*at on into one vector for
// each byte.
#define BYTESOF(at) \
	MOVE        ((4*at+0)*WIDTH)(SI), V0           \
	MOVE        ((4*at+1)*WIDTH)(SI), V1           \
	MOVE        ((4*at+2)*WIDTH)(SI), V2           \
	MOVE        ((4*at+3)*WIDTH)(SI), V3           \
	VPSHUFB     V15, V0, V0                        \ // in each 128 bits: all bytes 0,
	VPSHUFB     V15, V1, V1                        \ // all bytes 1, and so on
	VPSHUFB     V15, V2, V2                        \
	VPSHUFB     V15, V3, V3                        \
	VPUNPCKLDQ  V1, V0, V4                         \ // bytes 0 and 1 of two vectors
	VPUNPCKHDQ  V1, V0, V5                         \ // bytes 2 and 3
	VPUNPCKLDQ  V3, V2, V6                         \
	VPUNPCKHDQ  V3, V2, V7                         \
	VPUNPCKLQDQ V6, V4, V0                         \
	VPUNPCKHQDQ V6, V4, V1                         \
	VPUNPCKLQDQ V7, V5, V2                         \
	VPUNPCKHQDQ V7, V5, V3                         \
	MOVE        V0, (BYTES+(8*0+at)*WIDTH)(BX)     \
	MOVE        V1, (BYTES+(8*1+at)*WIDTH)(BX)     \
	MOVE        V2, (BYTES+(8*2+at)*WIDTH)(BX)     \
	MOVE        V3, (BYTES+(8*3+at)*WIDTH)(BX)

// PLANESOF makes the eight planes of one byte of the patterns: squares of eight
// by eight bits, one in each byte of V0 to V7, are transposed. SWAP exchanges the
// bits of a in mask<<n with the bits of b in mask.
#define PLANESOF(byte) \
	MOVE (BYTES+(8*byte+0)*WIDTH)(BX), V0          \
	MOVE (BYTES+(8*byte+1)*WIDTH)(BX), V1          \
	MOVE (BYTES+(8*byte+2)*WIDTH)(BX), V2          \
	MOVE (BYTES+(8*byte+3)*WIDTH)(BX), V3          \
	MOVE (BYTES+(8*byte+4)*WIDTH)(BX), V4          \
	MOVE (BYTES+(8*byte+5)*WIDTH)(BX), V5          \
	MOVE (BYTES+(8*byte+6)*WIDTH)(BX), V6          \
	MOVE (BYTES+(8*byte+7)*WIDTH)(BX), V7          \
	SWAP(4, V14, V0, V4)                           \
	SWAP(4, V14, V1, V5)                           \
	SWAP(4, V14, V2, V6)                           \
	SWAP(4, V14, V3, V7)                           \
	SWAP(2, V13, V0, V2)                           \
	SWAP(2, V13, V1, V3)                           \
	SWAP(2, V13, V4, V6)                           \
	SWAP(2, V13, V5, V7)                           \
	SWAP(1, V12, V0, V1)                           \
	SWAP(1, V12, V2, V3)                           \
	SWAP(1, V12, V4, V5)                           \
	SWAP(1, V12, V6, V7)                           \
	MOVE V0, (PLANES+(8*byte+0)*WIDTH)(BX)         \
	MOVE V1, (PLANES+(8*byte+1)*WIDTH)(BX)         \
	MOVE V2, (PLANES+(8*byte+2)*WIDTH)(BX)         \
	MOVE V3, (PLANES+(8*byte+3)*WIDTH)(BX)         \
	MOVE V4, (PLANES+(8*byte+4)*WIDTH)(BX)         \
	MOVE V5, (PLANES+(8*byte+5)*WIDTH)(BX)         \
	MOVE V6, (PLANES+(8*byte+6)*WIDTH)(BX)         \
	MOVE V7, (PLANES+(8*byte+7)*WIDTH)(BX)

// PLANE loads the plane of the lowest bit of R8, which leaves it: zeros if R8
// is empty, since TZCNTL then gives 32.
#define PLANE(to) \
	TZCNTL R8, AX                          \
	BLSRL  R8, R8                          \
	SHLL   $LOGWIDTH, AX                   \
	MOVE   PLANES(BX)(AX*1), to

// ROWS stores the eight rows from at on: those of V0 to V7 with more added. V0
// is zero.
#define ROWS(at, more) \
	OR   V1, more, V8                      \
	OR   V2, more, V9                      \
	OR   V3, more, V10                     \
	OR   V4, more, V11                     \
	MOVE more, ((at+0)*WIDTH)(DI)          \
	MOVE V8, ((at+1)*WIDTH)(DI)            \
	MOVE V9, ((at+2)*WIDTH)(DI)            \
	MOVE V10, ((at+3)*WIDTH)(DI)           \
	OR   V5, more, V8                      \
	OR   V6, more, V9                      \
	OR   V7, more, V10                     \
	MOVE V11, ((at+4)*WIDTH)(DI)           \
	MOVE V8, ((at+5)*WIDTH)(DI)            \
	MOVE V9, ((at+6)*WIDTH)(DI)            \
	MOVE V10, ((at+7)*WIDTH)(DI)

// ALLBYTES splits all patterns into bytes.
#define ALLBYTES \
	BYTESOF(0)                             \
	BYTESOF(1)                             \
	BYTESOF(2)                             \
	BYTESOF(3)                             \
	BYTESOF(4)                             \
	BYTESOF(5)                             \
	BYTESOF(6)                             \
	BYTESOF(7)

// FILL makes the planes with the masks, and of the planes the rows, and ends the routine.
#define FILL \
	PLANESOF(0)                                    \
	PLANESOF(1)                                    \
	PLANESOF(2)                                    \
	PLANESOF(3)                                    \
	XOR     V9, V9, V9                             \
	MOVE    V9, ZEROS(BX)                          \
	POPCNTL R8, R9                                 \
	MOVQ    $3, R10                                \ // joins read at least three groups
	CMPQ    R9, $18                                \
	JLE     group                                  \
	INCQ    R10                                    \
	CMPQ    R9, $24                                \
	JLE     group                                  \
	INCQ    R10                                    \
group:                                                 \
	PLANE(V1)                                      \
	PLANE(V2)                                      \
	PLANE(V4)                                      \
	OR   V1, V2, V3                                \
	OR   V1, V4, V5                                \
	OR   V2, V4, V6                                \
	OR   V3, V4, V7                                \
	XOR  V0, V0, V0                                \
	MOVE V0, (0*WIDTH)(DI)                         \
	MOVE V1, (1*WIDTH)(DI)                         \
	MOVE V2, (2*WIDTH)(DI)                         \
	MOVE V3, (3*WIDTH)(DI)                         \
	MOVE V4, (4*WIDTH)(DI)                         \
	MOVE V5, (5*WIDTH)(DI)                         \
	MOVE V6, (6*WIDTH)(DI)                         \
	MOVE V7, (7*WIDTH)(DI)                         \
	CMPQ R9, $3                                    \
	JLE  next                                      \
	PLANE(V12)                                     \
	ROWS(8, V12)                                   \
	CMPQ R9, $4                                    \
	JLE  next                                      \
	PLANE(V13)                                     \
	OR   V12, V13, V15                             \
	ROWS(16, V13)                                  \
	ROWS(24, V15)                                  \
	CMPQ R9, $5                                    \
	JLE  next                                      \
	PLANE(V14)                                     \
	ROWS(32, V14)                                  \
	OR   V12, V14, V12                             \
	ROWS(40, V12)                                  \
	OR   V13, V14, V13                             \
	ROWS(48, V13)                                  \
	OR   V15, V14, V15                             \
	ROWS(56, V15)                                  \
next:                                                  \
	SUBQ $6, R9                                    \
	ADDQ $4096, DI                                 \
	DECQ R10                                       \
	JNZ  group                                     \
	VZEROUPPER                                     \
	RET

#define WIDTH    32
#define LOGWIDTH 5
#define MOVE     VMOVDQU
#define OR       VPOR
#define XOR      VPXOR
#define V0 Y0
#define V1 Y1
#define V2 Y2
#define V3 Y3
#define V4 Y4
#define V5 Y5
#define V6 Y6
#define V7 Y7
#define V8 Y8
#define V9 Y9
#define V10 Y10
#define V11 Y11
#define V12 Y12
#define V13 Y13
#define V14 Y14
#define V15 Y15
#define SWAP(n, mask, a, b) \
	VPSRLW $n, a, V8       \
	VPXOR  b, V8, V8       \
	VPAND  mask, V8, V8    \
	VPXOR  V8, b, b        \
	VPSLLW $n, V8, V8      \
	VPXOR  V8, a, a

// func fillHalf(b *block, half int, patterns *[halfSize]uint32, kept uint32)
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
	ALLBYTES
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
	FILL

#undef WIDTH
#undef LOGWIDTH
#undef MOVE
#undef OR
#undef XOR
#undef SWAP
#undef V0
#undef V1
#undef V2
#undef V3
#undef V4
#undef V5
#undef V6
#undef V7
#undef V8
#undef V9
#undef V10
#undef V11
#undef V12
#undef V13
#undef V14
#undef V15

#define WIDTH    64
#define LOGWIDTH 6
#define MOVE     VMOVDQU64
#define OR       VPORQ
#define XOR      VPXORQ
#define V0 Z0
#define V1 Z1
#define V2 Z2
#define V3 Z3
#define V4 Z4
#define V5 Z5
#define V6 Z6
#define V7 Z7
#define V8 Z8
#define V9 Z9
#define V10 Z10
#define V11 Z11
#define V12 Z12
#define V13 Z13
#define V14 Z14
#define V15 Z15
#define SWAP(n, mask, a, b) \
	VPSRLW     $n, a, V8               \
	VPTERNLOGD $0x28, mask, b, V8      \ // (V8 ^ b) & mask
	VPXORQ     V8, b, b                \
	VPSLLW     $n, V8, V8              \
	VPXORQ     V8, a, a

// func fill512(b *block, patterns *[blockSize]uint32, kept uint32)
TEXT ·fill512(SB), 0, $4224-20
	MOVQ            b+0(FP), DI
	MOVQ            patterns+8(FP), SI
	MOVL            kept+16(FP), R8
	LEAQ            63(SP), BX
	ANDQ            $~63, BX
	VBROADCASTI32X4 ·bytesApart(SB), Z15
	ALLBYTES
	MOVL            $0x0f0f0f0f, AX
	VPBROADCASTD    AX, Z14
	MOVL            $0x33333333, AX
	VPBROADCASTD    AX, Z13
	MOVL            $0x55555555, AX
	VPBROADCASTD    AX, Z12
	FILL
