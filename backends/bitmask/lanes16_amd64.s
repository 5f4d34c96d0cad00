#include "textflag.h"
#include "go_asm.h"

// A level of 16-bit lanes: files at 0, left at LEFT, right at RIGHT bytes,
// then its length.
#define LEFT16   (const_levelSize*2)
#define RIGHT16  (const_levelSize*4)
#define LENGTH16 (const_levelSize*6)

// func place16(in *level[uint16], from int, out *level[uint16], full int, s *step, stay *compression) int
//
//	SI   the vector of states to read          Y15  open squares of the next row
//	R8   the end of the states                 Y14  open squares of the row after it
//	DI   where the next live state goes        Y13  open squares of the row to fill
//	R9   where out is full                     Y12  zero
//	R10  the shuffles by dead lanes            X11  ranks to the next row
//	                                           X10  ranks from it to the row after
TEXT ·place16(SB), NOSPLIT, $0-56
	MOVQ in+0(FP), SI
	MOVQ out+16(FP), DX
	MOVQ s+32(FP), BX
	MOVQ stay+40(FP), R10
	MOVQ SI, R11                   // R11 and DX keep the levels
	MOVQ LENGTH16(SI), R8
	LEAQ (SI)(R8*2), R8
	MOVQ from+8(FP), CX
	LEAQ (SI)(CX*2), SI
	MOVQ LENGTH16(DX), DI
	LEAQ (DX)(DI*2), DI
	MOVQ full+24(FP), R9
	LEAQ (DX)(R9*2), R9
	VPBROADCASTW step_open(BX), Y13
	VPBROADCASTW step_next(BX), Y15
	VPBROADCASTW step_after(BX), Y14
	VMOVQ step_ahead(BX), X11
	VMOVQ step_further(BX), X10
	VPXOR Y12, Y12, Y12

vector16:
	CMPQ SI, R8
	JGE  done16
	CMPQ DI, R9
	JGE  done16
	VMOVDQU (SI), Y0               // Y0 files, Y1 left, Y2 right
	VMOVDQU LEFT16(SI), Y1
	VMOVDQU RIGHT16(SI), Y2
	ADDQ $32, SI
	VPOR Y0, Y1, Y3
	VPOR Y2, Y3, Y3
	VPANDN Y13, Y3, Y3             // Y3 the free squares of the row

queen16:
	VPSUBW Y3, Y12, Y4
	VPAND Y3, Y4, Y4               // Y4 a queen on the lowest, 0 if there is none
	VPXOR Y4, Y3, Y3
	VPOR Y4, Y0, Y5                // Y5 files, Y6 left, Y7 right on the next row
	VPOR Y4, Y1, Y6
	VPSLLW X11, Y6, Y6
	VPOR Y4, Y2, Y7
	VPSRLW X11, Y7, Y7
	VPOR Y6, Y7, Y8
	VPOR Y5, Y8, Y8
	VPANDN Y15, Y8, Y8             // Y8 the free squares of the next row
	VPMINUW Y4, Y8, Y8
	VPSLLW X10, Y6, Y9
	VPSRLW X10, Y7, Y4
	VPOR Y5, Y9, Y9
	VPOR Y4, Y9, Y9
	VPANDN Y14, Y9, Y9             // Y9 those of the row after
	VPMINUW Y9, Y8, Y8
	VPCMPEQW Y12, Y8, Y8           // a lane is dead if one of the three is 0

	// The dead lanes of each half as a byte choose how the live ones move up.
	VPACKSSWB Y8, Y8, Y8
	VPMOVMSKB Y8, AX
	MOVBLZX AX, BX
	SHRL $16, AX
	MOVBLZX AX, AX
	POPCNTL BX, CX
	POPCNTL AX, R12
	SHLQ $4, BX
	SHLQ $4, AX
	VMOVDQU (R10)(BX*1), X8
	VINSERTI128 $1, (R10)(AX*1), Y8, Y8
	VPSHUFB Y8, Y5, Y5
	VPSHUFB Y8, Y6, Y6
	VPSHUFB Y8, Y7, Y7
	VMOVDQU X5, (DI)
	VMOVDQU X6, LEFT16(DI)
	VMOVDQU X7, RIGHT16(DI)
	ADDQ CX, CX
	SUBQ CX, DI
	ADDQ R12, R12
	VEXTRACTI128 $1, Y5, 16(DI)
	VEXTRACTI128 $1, Y6, (LEFT16+16)(DI)
	VEXTRACTI128 $1, Y7, (RIGHT16+16)(DI)
	SUBQ R12, DI
	ADDQ $32, DI
	VPTEST Y3, Y3
	JNZ  queen16
	JMP  vector16

done16:
	SUBQ DX, DI
	SHRQ $1, DI
	MOVQ DI, LENGTH16(DX)
	SUBQ R11, SI
	SHRQ $1, SI
	MOVQ SI, ret+48(FP)
	VZEROUPPER
	RET

// func finish16(in *level[uint16], s *step) uint64
//
// Two files are left, so a row has at most two free squares.
TEXT ·finish16(SB), NOSPLIT, $0-24
	MOVQ in+0(FP), SI
	MOVQ s+8(FP), BX
	MOVQ LENGTH16(SI), R8
	LEAQ (SI)(R8*2), R8
	VPBROADCASTW step_open(BX), Y13
	VPBROADCASTW step_next(BX), Y15
	VMOVQ step_ahead(BX), X11
	VPXOR Y12, Y12, Y12
	XORL DX, DX                    // twice the number of solutions
	JMP  test16

pair16:
	VMOVDQU (SI), Y0
	VMOVDQU LEFT16(SI), Y1
	VMOVDQU RIGHT16(SI), Y2
	ADDQ $32, SI
	VPOR Y0, Y1, Y3
	VPOR Y2, Y3, Y3
	VPANDN Y13, Y3, Y3             // Y3 the free squares of the row
	VPSUBW Y3, Y12, Y4
	VPAND Y3, Y4, Y4               // Y4 the lowest, Y3 the other
	VPXOR Y4, Y3, Y3
	VPOR Y4, Y0, Y5
	VPOR Y4, Y1, Y6
	VPOR Y4, Y2, Y7
	VPSLLW X11, Y6, Y6
	VPSRLW X11, Y7, Y7
	VPOR Y6, Y5, Y5
	VPOR Y7, Y5, Y5
	VPANDN Y15, Y5, Y5             // what the lowest leaves of the last row
	VPMINUW Y4, Y5, Y5
	VPCMPEQW Y12, Y5, Y5
	VPMOVMSKB Y5, AX               // two bits for each lane without a solution
	NOTL AX
	POPCNTL AX, AX
	ADDQ AX, DX
	VPOR Y3, Y0, Y0
	VPOR Y3, Y1, Y1
	VPOR Y3, Y2, Y2
	VPSLLW X11, Y1, Y1
	VPSRLW X11, Y2, Y2
	VPOR Y1, Y0, Y0
	VPOR Y2, Y0, Y0
	VPANDN Y15, Y0, Y0             // what the other leaves
	VPMINUW Y3, Y0, Y0
	VPCMPEQW Y12, Y0, Y0
	VPMOVMSKB Y0, AX
	NOTL AX
	POPCNTL AX, AX
	ADDQ AX, DX

test16:
	CMPQ SI, R8
	JLT  pair16
	SHRQ $1, DX
	MOVQ DX, ret+16(FP)
	VZEROUPPER
	RET
