#include "textflag.h"
#include "go_asm.h"

// func extractBMI2(from *uint64, rows *uint32, count int, parts *part, partCount int, to *uint64, words int)
//
//	SI   the next of rows       DX   their end
//	R8   the row to read        R11  the next of its parts     R9  their end
//	DI   the row to write       R10  its bytes
TEXT ·extractBMI2(SB), NOSPLIT, $0-56
	MOVQ rows+8(FP), SI
	MOVQ count+16(FP), DX
	LEAQ (SI)(DX*4), DX
	MOVQ partCount+32(FP), R9
	IMUL3Q $part__size, R9, R9
	ADDQ parts+24(FP), R9
	MOVQ to+40(FP), DI
	MOVQ words+48(FP), R10
	SHLQ $3, R10
row:
	MOVL (SI), R8
	ADDQ from+0(FP), R8
	ADDQ $4, SI
	MOVQ parts+24(FP), R11
next:
	MOVQ part_from(R11), AX
	MOVQ part_to(R11), BX
	MOVQ part_shift(R11), CX
	MOVQ (R8)(AX*8), AX
	PEXTQ part_mask(R11), AX, AX
	SHLXQ CX, AX, AX
	ORQ  AX, (DI)(BX*8)
	ADDQ $part__size, R11
	CMPQ R11, R9
	JLT  next
	ADDQ R10, DI
	CMPQ SI, DX
	JLT  row
	RET
