#include "go_asm.h"
#include "textflag.h"

// FITTING compacts the unions in Y1 whose lane in Y2 is zero, stores them at R14 and
// advances R14 past them. It overwrites Y3 and R12.
//
//	R15 the orders of lanes     Y15 zero
#define FITTING(size, ISZERO, MASK) \
	ISZERO Y15, Y2, Y2                  \
	MASK  Y2, R12                       \
	VPMOVZXBD (R15)(R12*8), Y3          \
	VPERMD Y1, Y3, Y1                   \
	VMOVDQU Y1, (R14)                   \
	POPCNTL R12, R12                    \
	LEAQ  (R14)(R12*size), R14

// UNIONS is the body of unions32 and unions64. It reads the lists of xs
// forwards, and those of ys, from before yat, backwards. It updates xat, yat and n in
// their argument slots on the stack.
//
//	DI  dst                     R14 the end of what is there
//	SI  4*step                  R8  xs
//	AX  x                       BX  the end of the list of x
//	CX  the list of ys          DX  its end
//	R10 the y's now             R11 ys
//	Y0  x in all lanes          Y1  Y2  Y3  temporary
//	Y4  Y5  Y6  the ys, if they are at most three vectors
#define UNION(y, size, ISZERO, MASK) \
	VPAND Y0, y, Y2                     \
	VPOR  Y0, y, Y1                     \
	FITTING(size, ISZERO, MASK)

#define EACHX(loop, WITHYS, size, BROADCAST) \
loop:                                       \
	BROADCAST (AX), Y0                  \
	ADDQ  $size, AX                     \
	WITHYS                              \
	CMPQ  AX, BX                        \
	JB    loop

#define UNIONS(size, BROADCAST, ISZERO, MASK) \
	MOVQ  dst+0(FP), DI                 \
	MOVQ  end+8(FP), R14                \
	LEAQ  (DI)(R14*size), R14           \
	MOVQ  xs+16(FP), R8                 \
	MOVQ  ys+32(FP), R11                \
	MOVQ  step+56(FP), SI               \
	SHLQ  $2, SI                        \
	MOVQ  order+64(FP), R15             \
	VPXOR Y15, Y15, Y15                 \
list:                                       \
	MOVQ  xat+24(FP), R10               \
	MOVL  (R10), AX                     \
	MOVL  4(R10), BX                    \
	ADDQ  SI, R10                       \
	MOVQ  R10, xat+24(FP)               \
	MOVQ  yat+40(FP), R10               \
	SUBQ  SI, R10                       \
	MOVL  (R10), CX                     \
	MOVL  4(R10), DX                    \
	MOVQ  R10, yat+40(FP)               \
	CMPQ  AX, BX                        \
	JEQ   next                          \
	SUBQ  CX, DX                        \
	JEQ   next                          \
	LEAQ  (R8)(AX*size), AX             \
	LEAQ  (R8)(BX*size), BX             \
	LEAQ  (R11)(CX*size), CX            \
	IMULQ $size, DX                     \
	VMOVDQU (CX), Y4                    \
	CMPQ  DX, $64                       \
	JB    one                           \
	VMOVDQU 32(CX), Y5                  \
	JEQ   two                           \
	VMOVDQU 64(CX), Y6                  \
	CMPQ  DX, $96                       \
	JEQ   three                         \
	ADDQ  CX, DX                        \
more:                                       \
	BROADCAST (AX), Y0                  \
	ADDQ  $size, AX                     \
	UNION(Y4, size, ISZERO, MASK)       \
	UNION(Y5, size, ISZERO, MASK)       \
	UNION(Y6, size, ISZERO, MASK)       \
	LEAQ  96(CX), R10                   \
rest:                                       \
	VMOVDQU (R10), Y7                   \
	ADDQ  $32, R10                      \
	UNION(Y7, size, ISZERO, MASK)       \
	CMPQ  R10, DX                       \
	JB    rest                          \
	CMPQ  AX, BX                        \
	JB    more                          \
	JMP   next                          \
	EACHX(one, UNION(Y4, size, ISZERO, MASK), size, BROADCAST) \
	JMP   next                          \
	EACHX(two, UNION(Y4, size, ISZERO, MASK) UNION(Y5, size, ISZERO, MASK), size, BROADCAST) \
	JMP   next                          \
	EACHX(three, UNION(Y4, size, ISZERO, MASK) UNION(Y5, size, ISZERO, MASK) UNION(Y6, size, ISZERO, MASK), size, BROADCAST) \
next:                                       \
	DECQ  n+48(FP)                      \
	JNZ   list                          \
	SUBQ  DI, R14                       \
	SHRQ  $(size/4+1), R14              \
	MOVQ  R14, ret+72(FP)               \
	VZEROUPPER                          \
	RET

// TAGGED is the body of tagged32 and tagged64. As above, with
//
//	SI  ends                    R9  tags
//	AX  number of x             BX  that of the end of its list
//	R13 address of the end of x's bucket 
#define TAGGED(size, BROADCAST, ISZERO, MASK) \
	MOVQ  dst+0(FP), DI                 \
	MOVQ  ends+8(FP), SI                \
	MOVQ  xs+16(FP), R8                 \
	MOVQ  tags+24(FP), R9               \
	MOVQ  ys+40(FP), R11                \
	MOVQ  order+64(FP), R15             \
	VPXOR Y15, Y15, Y15                 \
list:                                       \
	MOVQ  xat+32(FP), R10               \
	MOVL  (R10), AX                     \
	MOVL  4(R10), BX                    \
	ADDQ  $4, R10                       \
	MOVQ  R10, xat+32(FP)               \
	MOVQ  yat+48(FP), R10               \
	MOVL  -4(R10), CX                   \
	MOVL  (R10), DX                     \
	SUBQ  $4, R10                       \
	MOVQ  R10, yat+48(FP)               \
	CMPQ  AX, BX                        \
	JEQ   next                          \
	CMPQ  CX, DX                        \
	JEQ   next                          \
	LEAQ  (R11)(CX*size), CX            \
	LEAQ  (R11)(DX*size), DX            \
x:                                          \
	MOVBLZX (R9)(AX*1), R13             \
	LEAQ  (SI)(R13*8), R13              \
	MOVQ  (R13), R14                    \
	LEAQ  (DI)(R14*size), R14           \
	BROADCAST (R8)(AX*size), Y0         \
	MOVQ  CX, R10                       \
y:                                          \
	VMOVDQU (R10), Y4                   \
	ADDQ  $32, R10                      \
	UNION(Y4, size, ISZERO, MASK)       \
	CMPQ  R10, DX                       \
	JB    y                             \
	SUBQ  DI, R14                       \
	SHRQ  $(size/4+1), R14              \
	MOVQ  R14, (R13)                    \
	INCQ  AX                            \
	CMPQ  AX, BX                        \
	JB    x                             \
next:                                       \
	DECQ  n+56(FP)                      \
	JNZ   list                          \
	VZEROUPPER                          \
	RET

// FLAGGED is the body of flagged32 and flagged64. For each of n there are two
// lists, without and with a flag, of xs and of ys; each x is combined with the ys
// without, then with those with a flag. As above, with
//
//	DI  dst                     SI  ends
//	R8  xs                      R9  tags
//	AX  number of x             BX  that of the end of its list
//	CX  ys without flag         DX  their end and start of those with
//	R10 the y's now             yend the end of the ys
//	R13 address of the end of the bucket
//	R14 that end
#define BUCKET(loop, end, size, ISZERO, MASK) \
	MOVQ  (R13), R14                    \
	LEAQ  (DI)(R14*size), R14           \
loop:                                       \
	VMOVDQU (R10), Y1                   \
	ADDQ  $32, R10                      \
	UNION(Y1, size, ISZERO, MASK)       \
	CMPQ  R10, end                      \
	JB    loop                          \
	SUBQ  DI, R14                       \
	SHRQ  $(size/4+1), R14              \
	MOVQ  R14, (R13)

#define X_LOOP(x, loop0, loop1, flag, next, size, BROADCAST, ISZERO, MASK) \
x:                                          \
	MOVBLZX (R9)(AX*1), R13             \
	LEAQ  (SI)(R13*8), R13              \
	BROADCAST (R8)(AX*size), Y0         \
	MOVQ  CX, R10                       \
	CMPQ  CX, DX                        \
	JEQ   flag                          \
	BUCKET(loop0, DX, size, ISZERO, MASK) \
flag:                                       \
	CMPQ  R10, yend-8(SP)               \
	JEQ   next                          \
	ADDQ  classes-16(SP), R13           \
	BUCKET(loop1, yend-8(SP), size, ISZERO, MASK) \
next:                                       \
	INCQ  AX                            \
	CMPQ  AX, BX                        \
	JB    x

#define FLAGGED(size, BROADCAST, ISZERO, MASK) \
	MOVQ  dst+0(FP), DI                 \
	MOVQ  ends+8(FP), SI                \
	MOVQ  classes+16(FP), AX            \
	SHLQ  $3, AX                        \
	MOVQ  AX, classes-16(SP)            \
	MOVQ  xs+24(FP), R8                 \
	MOVQ  tags+32(FP), R9               \
	MOVQ  ys+48(FP), R11                \
	MOVQ  order+80(FP), R15             \
	VPXOR Y15, Y15, Y15                 \
list:                                       \
	MOVQ  yat+56(FP), R10               \
	MOVL  -8(R10), CX                   \
	MOVL  -4(R10), DX                   \
	MOVL  (R10), BX                     \
	SUBQ  $8, R10                       \
	MOVQ  R10, yat+56(FP)               \
	LEAQ  (R11)(CX*size), CX            \
	LEAQ  (R11)(DX*size), DX            \
	LEAQ  (R11)(BX*size), BX            \
	MOVQ  BX, yend-8(SP)                \
	MOVQ  xat+40(FP), R10               \
	ADDQ  $8, xat+40(FP)                \
	MOVL  (R10), AX                     \
	MOVL  4(R10), BX                    \
	CMPQ  AX, BX                        \
	JEQ   withflag                      \
	MOVQ  CX, both-24(SP)               \
	CMPB  bare+72(FP), $0               \
	JNE   x0                            \
	MOVQ  DX, CX                        \
	X_LOOP(x0, loop0, loop1, flag0, next0, size, BROADCAST, ISZERO, MASK) \
	MOVQ  both-24(SP), CX               \
withflag:                                   \
	MOVQ  xat+40(FP), R10               \
	MOVL  (R10), BX                     \
	CMPQ  AX, BX                        \
	JEQ   next                          \
	X_LOOP(x1, loop2, loop3, flag1, next1, size, BROADCAST, ISZERO, MASK) \
next:                                       \
	DECQ  n+64(FP)                      \
	JNZ   list                          \
	VZEROUPPER                          \
	RET

// PART is the body of part32 and part64, for n a multiple of the lanes.
//
//	DI  the end of with         SI  the end of without
//	R8  src                     R9  its end
//	R10 with                    R15 order
//	AX  BX  the lanes without the bit, with it, and how many
//	Y0  the bit in all lanes    Y15 zero
//	Y1  patterns                Y2 Y3 which have it not, and the order of lanes
#define PART(size, BROADCAST, ISZERO, MASK, ALL) \
	MOVQ  with+0(FP), DI                \
	MOVQ  without+8(FP), SI             \
	MOVQ  src+16(FP), R8                \
	MOVQ  n+24(FP), R9                  \
	LEAQ  (R8)(R9*size), R9             \
	BROADCAST bit+32(FP), Y0            \
	MOVQ  order+40(FP), R15             \
	MOVQ  DI, R10                       \
	VPXOR Y15, Y15, Y15                 \
loop:                                       \
	VMOVDQU (R8), Y1                    \
	ADDQ  $32, R8                       \
	VPAND Y0, Y1, Y2                    \
	ISZERO Y15, Y2, Y2                  \
	MASK  Y2, AX                        \
	VPMOVZXBD (R15)(AX*8), Y3           \
	VPERMD Y1, Y3, Y3                   \
	VMOVDQU Y3, (SI)                    \
	MOVL  AX, BX                        \
	XORL  $ALL, BX                      \
	VPMOVZXBD (R15)(BX*8), Y3           \
	VPERMD Y1, Y3, Y3                   \
	VMOVDQU Y3, (DI)                    \
	POPCNTL AX, AX                      \
	POPCNTL BX, BX                      \
	LEAQ  (SI)(AX*size), SI             \
	LEAQ  (DI)(BX*size), DI             \
	CMPQ  R8, R9                        \
	JB    loop                          \
	SUBQ  R10, DI                       \
	SHRQ  $(size/4+1), DI               \
	MOVQ  DI, has+48(FP)                \
	VZEROUPPER                          \
	RET

// AVOIDING is the body of avoiding32 and avoiding64, for n a multiple of the lanes,
// not 0. As in FITTING, with the patterns in Y1 and
//
//	DI  dst                     R8  src
//	Y0  bad in all lanes        R9  its end
#define AVOIDING(size, BROADCAST, ISZERO, MASK) \
	MOVQ  dst+0(FP), DI                 \
	MOVQ  DI, R14                       \
	MOVQ  src+8(FP), R8                 \
	MOVQ  n+16(FP), R9                  \
	LEAQ  (R8)(R9*size), R9             \
	BROADCAST bad+24(FP), Y0            \
	MOVQ  order+32(FP), R15             \
	VPXOR Y15, Y15, Y15                 \
loop:                                       \
	VMOVDQU (R8), Y1                    \
	ADDQ  $32, R8                       \
	VPAND Y0, Y1, Y2                    \
	FITTING(size, ISZERO, MASK)         \
	CMPQ  R8, R9                        \
	JB    loop                          \
	SUBQ  DI, R14                       \
	SHRQ  $(size/4+1), R14              \
	MOVQ  R14, ret+40(FP)               \
	VZEROUPPER                          \
	RET

// MIRROR is the body of mirror32 and mirror64.
//
//	DI  patterns    Y0  all     Y2  patterns
//	CX  how many    X1  half    Y3  their low halves, shifted up
#define MIRROR(lanes, BROADCAST, UP, DOWN) \
	MOVQ  patterns+0(FP), DI            \
	MOVQ  n+8(FP), CX                   \
	VMOVQ half+16(FP), X1               \
	BROADCAST all+24(FP), Y0            \
	TESTQ CX, CX                        \
	JZ    done                          \
loop:                                       \
	VMOVDQU (DI), Y2                    \
	UP    X1, Y2, Y3                    \
	DOWN  X1, Y2, Y2                    \
	VPOR  Y3, Y2, Y2                    \
	VPAND Y0, Y2, Y2                    \
	VMOVDQU Y2, (DI)                    \
	ADDQ  $32, DI                       \
	SUBQ  $lanes, CX                    \
	JG    loop                          \
done:                                       \
	VZEROUPPER                          \
	RET

TEXT ·unions32(SB), NOSPLIT, $0-80
	UNIONS(4, VPBROADCASTD, VPCMPEQD, VMOVMSKPS)

TEXT ·unions64(SB), NOSPLIT, $0-80
	UNIONS(8, VPBROADCASTQ, VPCMPEQQ, VMOVMSKPD)

TEXT ·tagged32(SB), NOSPLIT, $0-72
	TAGGED(4, VPBROADCASTD, VPCMPEQD, VMOVMSKPS)

TEXT ·tagged64(SB), NOSPLIT, $0-72
	TAGGED(8, VPBROADCASTQ, VPCMPEQQ, VMOVMSKPD)

TEXT ·flagged32(SB), NOSPLIT, $24-88
	FLAGGED(4, VPBROADCASTD, VPCMPEQD, VMOVMSKPS)

TEXT ·flagged64(SB), NOSPLIT, $24-88
	FLAGGED(8, VPBROADCASTQ, VPCMPEQQ, VMOVMSKPD)

TEXT ·part32(SB), NOSPLIT, $0-56
	PART(4, VPBROADCASTD, VPCMPEQD, VMOVMSKPS, 255)

TEXT ·part64(SB), NOSPLIT, $0-56
	PART(8, VPBROADCASTQ, VPCMPEQQ, VMOVMSKPD, 15)

TEXT ·avoiding32(SB), NOSPLIT, $0-48
	AVOIDING(4, VPBROADCASTD, VPCMPEQD, VMOVMSKPS)

TEXT ·avoiding64(SB), NOSPLIT, $0-48
	AVOIDING(8, VPBROADCASTQ, VPCMPEQQ, VMOVMSKPD)

TEXT ·mirror32(SB), NOSPLIT, $0-28
	MIRROR(8, VPBROADCASTD, VPSLLD, VPSRLD)

TEXT ·mirror64(SB), NOSPLIT, $0-32
	MIRROR(4, VPBROADCASTQ, VPSLLQ, VPSRLQ)

// func extract64(dst *uint32, src *uint64, n int, kept uint64)
//
//	DI   dst        CX  how many are left
//	SI   src        AX  BX  R9  R10  patterns
//	R8   kept
TEXT ·extract64(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ kept+24(FP), R8
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

// func pack256(dst *uint32, src *uint64, n int, by *packing)
//
//	DI  dst                     Y0  Y1  eight patterns
//	SI  src                     Y2  their low halves, then packed
//	CX  how many are left       Y3  their high halves
//	R10 the tables              Y4  to Y6  temporary
//	R11 their end               Y7  the diagonals that stay
//	R12 the table now
TEXT ·pack256(SB), NOSPLIT, $0-32
	MOVQ         dst+0(FP), DI
	MOVQ         src+8(FP), SI
	MOVQ         n+16(FP), CX
	MOVQ         by+24(FP), R10
	VPBROADCASTD packing_stay(R10), Y7
	MOVQ         packing_tables(R10), R11
	SHLQ         $6, R11
	ADDQ         $packing_moved, R10
	ADDQ         R10, R11

eight:
	VMOVUPS (SI), Y0
	VMOVUPS 32(SI), Y1
	ADDQ    $64, SI
	VSHUFPS $0x88, Y1, Y0, Y2
	VSHUFPS $0xdd, Y1, Y0, Y3
	VPERMQ  $0xd8, Y2, Y2
	VPERMQ  $0xd8, Y3, Y3
	VPAND   Y7, Y2, Y2
	MOVQ    R10, R12

bits:
	CMPQ      R12, R11
	JEQ       packed
	VPERMD    (R12), Y3, Y4
	VPERMD    32(R12), Y3, Y5
	VPSLLD    $28, Y3, Y6
	VBLENDVPS Y6, Y5, Y4, Y4
	VPOR      Y4, Y2, Y2
	VPSRLD    $4, Y3, Y3
	ADDQ      $64, R12
	JMP       bits

packed:
	VMOVDQU Y2, (DI)
	ADDQ    $32, DI
	SUBQ    $8, CX
	JNZ     eight
	VZEROUPPER
	RET
