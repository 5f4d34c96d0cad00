#include "textflag.h"
#include "go_asm.h"
#include "lanes_amd64.h"

// PLACE512 is PLACE of lanes_amd64.s for 512 bits and pieces that do not leap. A mask has the
// live lanes: each of the three conditions is tested under the mask of the one before. One
// instruction compacts the live lanes. Ternary logic 0xfe is the union of three operands, 0x01
// the complement of the union.
#define PLACE512(SIZE, LOG, BROADCAST, SUB, SHIFTL, SHIFTR, TEST, COMPRESS) \
	LEVELS(SIZE); \
	BROADCAST step_open(R13), Z13; \
	BROADCAST step_next(R13), Z15; \
	BROADCAST step_after(R13), Z14; \
	VMOVQ step_ahead(R13), X11; \
	VMOVQ step_further(R13), X10; \
	VPXORQ Z12, Z12, Z12; \
vector: \
	CMPQ SI, R8; \
	JGE  done; \
	CMPQ DI, R9; \
	JGE  done; \
	VMOVDQU64 (SI), Z0; \            // Z0 files, Z1 left, Z2 right
	VMOVDQU64 LEFT(SIZE)(SI), Z1; \
	VMOVDQU64 RIGHT(SIZE)(SI), Z2; \
	ADDQ $64, SI; \
	VMOVDQA64 Z0, Z3; \
	VPTERNLOGQ $0x01, Z1, Z2, Z3; \
	VPANDQ Z13, Z3, Z3; \            // Z3 the free squares of the row
queen: \
	SUB Z3, Z12, Z4; \
	VPANDQ Z3, Z4, Z4; \             // Z4 a queen on the lowest, 0 if there is none
	VPXORQ Z4, Z3, Z3; \
	TEST Z4, Z4, K1; \
	VPORQ Z4, Z0, Z5; \              // Z5 files, Z6 left, Z7 right on the next row
	VPORQ Z4, Z1, Z6; \
	SHIFTL X11, Z6, Z6; \
	VPORQ Z4, Z2, Z7; \
	SHIFTR X11, Z7, Z7; \
	VMOVDQA64 Z5, Z8; \
	VPTERNLOGQ $0x01, Z6, Z7, Z8; \
	TEST Z15, Z8, K1, K1; \          // whether the next row has a free square
	SHIFTL X10, Z6, Z9; \
	SHIFTR X10, Z7, Z4; \
	VPTERNLOGQ $0x01, Z5, Z4, Z9; \
	TEST Z14, Z9, K1, K1; \          // and the row after
	TEST Z3, Z3, K2; \
	COMPRESS.Z Z5, K1, Z5; \
	COMPRESS.Z Z6, K1, Z6; \
	COMPRESS.Z Z7, K1, Z7; \
	VMOVDQU64 Z5, (DI); \
	VMOVDQU64 Z6, LEFT(SIZE)(DI); \
	VMOVDQU64 Z7, RIGHT(SIZE)(DI); \
	KMOVD K1, AX; \
	POPCNTL AX, AX; \
	LEAQ (DI)(AX*SIZE), DI; \
	KTESTD K2, K2; \
	JNZ  queen; \
	JMP  vector; \
done: \
	LEVELSDONE(SIZE, LOG)

// FINISH512 is FINISH for 512 bits and pieces that do not leap.
#define FINISH512(SIZE, BROADCAST, SUB, SHIFTL, SHIFTR, TEST) \
	MOVQ in+0(FP), SI; \
	MOVQ s+8(FP), R13; \
	MOVQ LENGTH(SIZE)(SI), R8; \
	LEAQ (SI)(R8*SIZE), R8; \
	BROADCAST step_open(R13), Z13; \
	BROADCAST step_next(R13), Z15; \
	VMOVQ step_ahead(R13), X11; \
	VPXORQ Z12, Z12, Z12; \
	XORL DX, DX; \                   // the number of solutions
	JMP  test; \
pair: \
	VMOVDQU64 (SI), Z0; \
	VMOVDQU64 LEFT(SIZE)(SI), Z1; \
	VMOVDQU64 RIGHT(SIZE)(SI), Z2; \
	ADDQ $64, SI; \
	VMOVDQA64 Z0, Z3; \
	VPTERNLOGQ $0x01, Z1, Z2, Z3; \
	VPANDQ Z13, Z3, Z3; \            // Z3 the free squares of the row
	SUB Z3, Z12, Z4; \
	VPANDQ Z3, Z4, Z4; \             // Z4 the lowest, Z3 the other
	VPXORQ Z4, Z3, Z3; \
	SOLVED512(Z4, SHIFTL, SHIFTR, TEST, AX); \
	SOLVED512(Z3, SHIFTL, SHIFTR, TEST, BX); \
test: \
	CMPQ SI, R8; \
	JLT  pair; \
	MOVQ DX, ret+16(FP); \
	VZEROUPPER; \
	RET

// SOLVED512 counts the lanes in which the queen leaves a free square on the last row.
#define SOLVED512(QUEEN, SHIFTL, SHIFTR, TEST, COUNT) \
	TEST QUEEN, QUEEN, K1; \
	VPORQ QUEEN, Z0, Z5; \
	VPORQ QUEEN, Z1, Z6; \
	VPORQ QUEEN, Z2, Z7; \
	SHIFTL X11, Z6, Z6; \
	SHIFTR X11, Z7, Z7; \
	VPTERNLOGQ $0x01, Z6, Z7, Z5; \
	TEST Z15, Z5, K1, K1; \
	KMOVD K1, COUNT; \
	POPCNTL COUNT, COUNT; \
	ADDQ COUNT, DX

TEXT ·place512x16(SB), NOSPLIT, $0-56
	PLACE512(2, 1, VPBROADCASTW, VPSUBW, VPSLLW, VPSRLW, VPTESTMW, VPCOMPRESSW)

TEXT ·finish512x16(SB), NOSPLIT, $0-24
	FINISH512(2, VPBROADCASTW, VPSUBW, VPSLLW, VPSRLW, VPTESTMW)

TEXT ·place512x32(SB), NOSPLIT, $0-56
	PLACE512(4, 2, VPBROADCASTD, VPSUBD, VPSLLD, VPSRLD, VPTESTMD, VPCOMPRESSD)

TEXT ·finish512x32(SB), NOSPLIT, $0-24
	FINISH512(4, VPBROADCASTD, VPSUBD, VPSLLD, VPSRLD, VPTESTMD)
