#include "textflag.h"

// func scan256(r *scanned, from, row, to, masks, rows *uint64, in *int32, n int, out *int32)
//
// A set of 256 bits is one vector register, or four general ones. The loop
// visits one clause an iteration in about 25 instructions, and has a data-dependent
// branch only if a clause has one free literal or none.
//
//	Y0        the true bits
//	Y1        the false bits, and again as words in R8, R9, R10, R11
//	SI        the next clause of the list;  end-8(SP) is the end of the list
//	DI, BX    the list of unsatisfied clauses, and its length so far
//	DX        the masks of all clauses, 32 bytes each
//	R12       the least key so far
//	R13       the clause;  AX the offset of its mask from DX
//	R14       its free literals, then its key: free literals << 32 | clause
//	R15       1 if it is unsatisfied, else 0
//	CX        for counting
//
// A satisfied clause has a key of all ones, more than any other.
TEXT ·scan256(SB), NOSPLIT, $40-72
	MOVQ from+8(FP), AX
	MOVQ row+16(FP), CX
	VMOVDQU (AX), Y0
	VMOVDQU 32(AX), Y1
	VPOR    (CX), Y0, Y0
	VPOR    32(CX), Y1, Y1
	MOVQ masks+32(FP), DX
	MOVQ in+48(FP), SI
	MOVQ n+56(FP), CX
	MOVQ out+64(FP), DI
	MOVQ $0, looks-32(SP)
	MOVQ $0, forced-24(SP)
	MOVQ $0x200000000, AX      // the key of a clause with two free literals
	MOVQ AX, two-40(SP)
	VPTEST Y0, Y1
	JNE  dead

	// The false bits, as words.
	VMOVQ   X1, R8
	VPEXTRQ $1, X1, R9
	VEXTRACTI128 $1, Y1, X2
	VMOVQ   X2, R10
	VPEXTRQ $1, X2, R11

pass:	// over a list at SI of CX clauses
	ADDQ CX, looks-32(SP)
	LEAQ (SI)(CX*4), CX
	MOVQ CX, end-8(SP)
	MOVQ $0, again-16(SP)
	XORQ BX, BX
	MOVQ $-1, R12
	JMP  test

clause:
	MOVL (SI), R13
	ADDQ $4, SI
	MOVQ R13, AX
	SHLQ $5, AX
	XORL R15, R15
	VPTEST (DX)(AX*1), Y0      // zero if no literal is true
	SETEQ R15
	ANDNQ (DX)(AX*1), R8, R14
	POPCNTQ R14, R14
	ANDNQ 8(DX)(AX*1), R9, CX
	POPCNTQ CX, CX
	ADDQ CX, R14
	ANDNQ 16(DX)(AX*1), R10, CX
	POPCNTQ CX, CX
	ADDQ CX, R14
	ANDNQ 24(DX)(AX*1), R11, CX
	POPCNTQ CX, CX
	ADDQ CX, R14
	SHLQ $32, R14
	ORQ  R13, R14
	MOVL R13, (DI)(BX*4)       // kept only if BX is advanced
	ADDQ R15, BX
	DECQ R15
	ORQ  R15, R14
	CMPQ R14, two-40(SP)
	JCS  forcing
	CMPQ R14, R12
	CMOVQCS R14, R12
test:
	CMPQ SI, end-8(SP)
	JCS  clause

	// The end of the list. If a clause has forced a literal, repeat with the
	// remaining clauses.
	CMPQ again-16(SP), $0
	JEQ  done
	MOVQ DI, SI
	MOVQ BX, CX
	JMP  pass

forcing: // a clause with one free literal or none
	SHRQ $32, R14
	JEQ  dead
	DECQ BX                    // it is true from now on
	INCQ forced-24(SP)
	MOVQ $1, again-16(SP)
	XORL CX, CX                // which word the literal is in
	ANDNQ (DX)(AX*1), R8, R13
	TESTQ R13, R13
	JNE  found
	MOVL $64, CX
	ANDNQ 8(DX)(AX*1), R9, R13
	TESTQ R13, R13
	JNE  found
	MOVL $128, CX
	ANDNQ 16(DX)(AX*1), R10, R13
	TESTQ R13, R13
	JNE  found
	MOVL $192, CX
	ANDNQ 24(DX)(AX*1), R11, R13
found:
	TZCNTQ R13, R13
	ADDQ R13, CX
	SHLQ $7, CX                // two rows of 64 bytes for each bit
	ADDQ rows+40(FP), CX
	VPOR (CX), Y0, Y0
	VPOR 32(CX), Y1, Y1
	VPTEST Y0, Y1
	JNE  dead
	VMOVQ   X1, R8
	VPEXTRQ $1, X1, R9
	VEXTRACTI128 $1, Y1, X2
	VMOVQ   X2, R10
	VPEXTRQ $1, X2, R11
	JMP  test

dead:
	MOVQ $1, BX
	MOVQ BX, R13
	JMP  report
done:
	XORL R13, R13
	MOVQ to+24(FP), AX
	VMOVDQU Y0, (AX)
	VMOVDQU Y1, 32(AX)
report:
	MOVQ r+0(FP), AX
	MOVQ R13, (AX)
	MOVQ BX, 8(AX)
	MOVQ R12, 16(AX)
	MOVQ forced-24(SP), CX
	MOVQ CX, 24(AX)
	MOVQ looks-32(SP), CX
	MOVQ CX, 32(AX)
	VZEROUPPER
	RET
