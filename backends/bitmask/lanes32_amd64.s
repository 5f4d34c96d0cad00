#include "textflag.h"
#include "go_asm.h"

// A level of 32-bit lanes is laid out in the same way.
#define LEFT32   (const_levelSize*4)
#define RIGHT32  (const_levelSize*8)
#define LENGTH32 (const_levelSize*12)

// The routines do with eight lanes what place16 and finish16 do with sixteen,
// where the comments on the steps are.

// func place32(in *level[uint32], from int, out *level[uint32], full int, s *step, stay *compression) int
//
//	SI   the vector of states to read          Y15  open squares of the next row
//	R8   the end of the states                 Y14  open squares of the row after it
//	DI   where the next live state goes        Y13  open squares of the row to fill
//	R9   where out is full                     Y12  zero
//	R10  the shuffles by dead lanes            X11  ranks to the next row
//	                                           X10  ranks from it to the row after
TEXT ·place32(SB), NOSPLIT, $0-56
	MOVQ in+0(FP), SI
	MOVQ out+16(FP), DX
	MOVQ s+32(FP), BX
	MOVQ stay+40(FP), R10
	ADDQ $compression_lanes, R10
	MOVQ SI, R11                   // R11 and DX keep the levels
	MOVQ LENGTH32(SI), R8
	LEAQ (SI)(R8*4), R8
	MOVQ from+8(FP), CX
	LEAQ (SI)(CX*4), SI
	MOVQ LENGTH32(DX), DI
	LEAQ (DX)(DI*4), DI
	MOVQ full+24(FP), R9
	LEAQ (DX)(R9*4), R9
	VPBROADCASTD step_open(BX), Y13
	VPBROADCASTD step_next(BX), Y15
	VPBROADCASTD step_after(BX), Y14
	VMOVQ step_ahead(BX), X11
	VMOVQ step_further(BX), X10
	VPXOR Y12, Y12, Y12

vector32:
	CMPQ SI, R8
	JGE  done32
	CMPQ DI, R9
	JGE  done32
	VMOVDQU (SI), Y0               // Y0 files, Y1 left, Y2 right
	VMOVDQU LEFT32(SI), Y1
	VMOVDQU RIGHT32(SI), Y2
	ADDQ $32, SI
	VPOR Y0, Y1, Y3
	VPOR Y2, Y3, Y3
	VPANDN Y13, Y3, Y3             // Y3 the free squares of the row

queen32:
	VPSUBD Y3, Y12, Y4
	VPAND Y3, Y4, Y4               // Y4 a queen on the lowest, 0 if there is none
	VPXOR Y4, Y3, Y3
	VPOR Y4, Y0, Y5                // Y5 files, Y6 left, Y7 right on the next row
	VPOR Y4, Y1, Y6
	VPSLLD X11, Y6, Y6
	VPOR Y4, Y2, Y7
	VPSRLD X11, Y7, Y7
	VPOR Y6, Y7, Y8
	VPOR Y5, Y8, Y8
	VPANDN Y15, Y8, Y8             // Y8 the free squares of the next row
	VPMINUD Y4, Y8, Y8
	VPSLLD X10, Y6, Y9
	VPSRLD X10, Y7, Y4
	VPOR Y5, Y9, Y9
	VPOR Y4, Y9, Y9
	VPANDN Y14, Y9, Y9             // Y9 those of the row after
	VPMINUD Y9, Y8, Y8
	VPCMPEQD Y12, Y8, Y8           // a lane is dead if one of the three is 0

	// The dead lanes as a byte choose how the live ones move up.
	VMOVMSKPS Y8, AX
	POPCNTL AX, CX
	VPMOVZXBD (R10)(AX*8), Y8
	VPERMD Y5, Y8, Y5
	VPERMD Y6, Y8, Y6
	VPERMD Y7, Y8, Y7
	VMOVDQU Y5, (DI)
	VMOVDQU Y6, LEFT32(DI)
	VMOVDQU Y7, RIGHT32(DI)
	SHLQ $2, CX
	SUBQ CX, DI
	ADDQ $32, DI
	VPTEST Y3, Y3
	JNZ  queen32
	JMP  vector32

done32:
	SUBQ DX, DI
	SHRQ $2, DI
	MOVQ DI, LENGTH32(DX)
	SUBQ R11, SI
	SHRQ $2, SI
	MOVQ SI, ret+48(FP)
	VZEROUPPER
	RET

// func finish32(in *level[uint32], s *step) uint64
//
// Two files are left, so a row has at most two free squares.
TEXT ·finish32(SB), NOSPLIT, $0-24
	MOVQ in+0(FP), SI
	MOVQ s+8(FP), BX
	MOVQ LENGTH32(SI), R8
	LEAQ (SI)(R8*4), R8
	VPBROADCASTD step_open(BX), Y13
	VPBROADCASTD step_next(BX), Y15
	VMOVQ step_ahead(BX), X11
	VPXOR Y12, Y12, Y12
	XORL DX, DX                    // the number of solutions
	JMP  test32

pair32:
	VMOVDQU (SI), Y0
	VMOVDQU LEFT32(SI), Y1
	VMOVDQU RIGHT32(SI), Y2
	ADDQ $32, SI
	VPOR Y0, Y1, Y3
	VPOR Y2, Y3, Y3
	VPANDN Y13, Y3, Y3             // Y3 the free squares of the row
	VPSUBD Y3, Y12, Y4
	VPAND Y3, Y4, Y4               // Y4 the lowest, Y3 the other
	VPXOR Y4, Y3, Y3
	VPOR Y4, Y0, Y5
	VPOR Y4, Y1, Y6
	VPOR Y4, Y2, Y7
	VPSLLD X11, Y6, Y6
	VPSRLD X11, Y7, Y7
	VPOR Y6, Y5, Y5
	VPOR Y7, Y5, Y5
	VPANDN Y15, Y5, Y5             // what the lowest leaves of the last row
	VPMINUD Y4, Y5, Y5
	VPCMPEQD Y12, Y5, Y5
	VMOVMSKPS Y5, AX               // a bit for each lane without a solution
	XORL $255, AX
	POPCNTL AX, AX
	ADDQ AX, DX
	VPOR Y3, Y0, Y0
	VPOR Y3, Y1, Y1
	VPOR Y3, Y2, Y2
	VPSLLD X11, Y1, Y1
	VPSRLD X11, Y2, Y2
	VPOR Y1, Y0, Y0
	VPOR Y2, Y0, Y0
	VPANDN Y15, Y0, Y0             // what the other leaves
	VPMINUD Y3, Y0, Y0
	VPCMPEQD Y12, Y0, Y0
	VMOVMSKPS Y0, AX
	XORL $255, AX
	POPCNTL AX, AX
	ADDQ AX, DX

test32:
	CMPQ SI, R8
	JLT  pair32
	MOVQ DX, ret+16(FP)
	VZEROUPPER
	RET
