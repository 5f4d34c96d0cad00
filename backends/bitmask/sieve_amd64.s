#include "textflag.h"
#include "go_asm.h"

// func siftLanes(s *sieve, free, attacked, left []uint64) (word int)
//
//	SI  free        R8   guards         CX  the word
//	DX  attacked    R9   lows           BX  the number of words, a multiple of 4
//	DI  left        R10  unfilled       Y7  the guards of empty lines
//	                R11  more
TEXT ·siftLanes(SB), NOSPLIT, $0-88
	MOVQ s+0(FP), AX
	MOVQ sieve_guards(AX), R8
	MOVQ sieve_lows(AX), R9
	MOVQ sieve_unfilled(AX), R10
	MOVQ sieve_more(AX), R11
	MOVQ free_base+8(FP), SI
	MOVQ free_len+16(FP), BX
	MOVQ attacked_base+32(FP), DX
	MOVQ left_base+56(FP), DI
	VPXOR Y7, Y7, Y7
	XORL CX, CX

attack:
	VMOVDQU (DX)(CX*8), Y0
	VPANDN (SI)(CX*8), Y0, Y0      // Y0 the squares left
	VMOVDQU Y0, (DI)(CX*8)
	VPOR (R8)(CX*8), Y0, Y1
	VPSUBQ (R9)(CX*8), Y1, Y1      // takes the guard of each empty line
	VPANDN (R10)(CX*8), Y1, Y2
	VPOR Y2, Y7, Y7
	VPAND Y1, Y0, Y0               // and the first square of each other
	VMOVDQU Y0, (R11)(CX*8)
	ADDQ $4, CX
	CMPQ CX, BX
	JLT  attack
	VPTEST Y7, Y7
	JNZ  empty

again:
	XORL CX, CX

next:
	VMOVDQU (R11)(CX*8), Y0
	VPOR (R8)(CX*8), Y0, Y1
	VPSUBQ (R9)(CX*8), Y1, Y1
	VPANDN (R10)(CX*8), Y1, Y2     // Y2 the guards of lines with no square left
	VPTEST Y2, Y2
	JNZ  found
	VPAND Y1, Y0, Y0
	VMOVDQU Y0, (R11)(CX*8)
	ADDQ $4, CX
	CMPQ CX, BX
	JLT  next
	JMP  again

found:
	VPXOR Y0, Y0, Y0
	VPCMPEQQ Y0, Y2, Y2
	VMOVMSKPD Y2, AX               // a bit for each word without such a line
	NOTL AX
	BSFL AX, AX
	ADDQ AX, CX
	MOVQ CX, word+80(FP)
	VZEROUPPER
	RET

empty:
	MOVQ $-1, word+80(FP)
	VZEROUPPER
	RET
