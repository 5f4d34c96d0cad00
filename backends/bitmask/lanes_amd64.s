#include "textflag.h"
#include "go_asm.h"
#include "lanes_amd64.h"

// PLACE is the body of a routine that places, in lanes of SIZE bytes; LOG is the binary
// logarithm of SIZE. STAY is the offset of the compression for these lanes, and MOVEUP
// applies it. FREE, LEAPS and LEAPSAFTER are different for pieces that leap.
//
//	SI   the vector of states to read          Y15  open squares of the next row
//	R8   the end of the states                 Y14  open squares of the row after it
//	DI   where the next live state goes        Y13  open squares of the row to fill
//	R9   where out is full                     Y12  zero
//	R10  the compression by dead lanes         AHEAD    ranks to the next row
//	R13  the step                              FURTHER  ranks from it to the row after
#define PLACE(SIZE, LOG, BROADCAST, SUB, SHIFTL, SHIFTR, MIN, EQUAL, STAY, AHEAD, FURTHER, FREE, LEAPS, LEAPSAFTER, MOVEUP) \
	LEVELS(SIZE); \
	MOVQ stay+40(FP), R10; \
	ADDQ $STAY, R10; \
	BROADCAST step_open(R13), Y13; \
	BROADCAST step_next(R13), Y15; \
	BROADCAST step_after(R13), Y14; \
	VMOVQ step_ahead(R13), X11; \
	VMOVQ step_further(R13), X10; \
	VPXOR Y12, Y12, Y12; \
vector: \
	CMPQ SI, R8; \
	JGE  done; \
	CMPQ DI, R9; \
	JGE  done; \
	VMOVDQU (SI), Y0; \              // Y0 files, Y1 left, Y2 right
	VMOVDQU LEFT(SIZE)(SI), Y1; \
	VMOVDQU RIGHT(SIZE)(SI), Y2; \
	ADDQ $32, SI; \
	VPOR Y0, Y1, Y3; \
	VPOR Y2, Y3, Y3; \
	FREE(SIZE, BROADCAST); \         // Y3 the free squares of the row
queen: \
	SUB Y3, Y12, Y4; \
	VPAND Y3, Y4, Y4; \              // Y4 a queen on the lowest, 0 if there is none
	VPXOR Y4, Y3, Y3; \
	VPOR Y4, Y0, Y5; \               // Y5 files, Y6 left, Y7 right on the next row
	VPOR Y4, Y1, Y6; \
	SHIFTL AHEAD, Y6, Y6; \
	VPOR Y4, Y2, Y7; \
	SHIFTR AHEAD, Y7, Y7; \
	VPOR Y6, Y7, Y8; \
	VPOR Y5, Y8, Y8; \
	LEAPS(SHIFTL, SHIFTR); \
	VPANDN Y15, Y8, Y8; \            // Y8 the free squares of the next row
	MIN Y4, Y8, Y8; \
	SHIFTL FURTHER, Y6, Y9; \
	SHIFTR FURTHER, Y7, Y4; \
	VPOR Y5, Y9, Y9; \
	VPOR Y4, Y9, Y9; \
	LEAPSAFTER; \
	VPANDN Y14, Y9, Y9; \            // Y9 those of the row after
	MIN Y9, Y8, Y8; \
	EQUAL Y12, Y8, Y8; \             // a lane is dead if one of the three is 0
	MOVEUP; \
	VPTEST Y3, Y3; \
	JNZ  queen; \
	JMP  vector; \
done: \
	LEVELSDONE(SIZE, LOG)

// MOVEUP16 appends the live lanes of Y5, Y6 and Y7 at DI. The dead lanes of each half, in
// Y8, form a byte that selects how the live ones are compacted. FIRST and SECOND do the
// same with the other words of a state.
#define MOVEUP16(FIRST, SECOND) \
	VPACKSSWB Y8, Y8, Y8; \
	VPMOVMSKB Y8, AX; \
	MOVBLZX AX, BX; \
	SHRL $16, AX; \
	MOVBLZX AX, AX; \
	POPCNTL BX, CX; \
	POPCNTL AX, R12; \
	SHLQ $4, BX; \
	SHLQ $4, AX; \
	VMOVDQU (R10)(BX*1), X8; \
	VINSERTI128 $1, (R10)(AX*1), Y8, Y8; \
	VPSHUFB Y8, Y5, Y5; \
	VPSHUFB Y8, Y6, Y6; \
	VPSHUFB Y8, Y7, Y7; \
	VMOVDQU X5, (DI); \
	VMOVDQU X6, LEFT(2)(DI); \
	VMOVDQU X7, RIGHT(2)(DI); \
	FIRST; \
	ADDQ CX, CX; \
	SUBQ CX, DI; \
	ADDQ R12, R12; \
	VEXTRACTI128 $1, Y5, 16(DI); \
	VEXTRACTI128 $1, Y6, (LEFT(2)+16)(DI); \
	VEXTRACTI128 $1, Y7, (RIGHT(2)+16)(DI); \
	SECOND; \
	SUBQ R12, DI; \
	ADDQ $32, DI

// MOVEUP32 does the same with all eight lanes at once.
#define MOVEUP32(REST) \
	VMOVMSKPS Y8, AX; \
	POPCNTL AX, CX; \
	VPMOVZXBD (R10)(AX*8), Y8; \
	VPERMD Y5, Y8, Y5; \
	VPERMD Y6, Y8, Y6; \
	VPERMD Y7, Y8, Y7; \
	VMOVDQU Y5, (DI); \
	VMOVDQU Y6, LEFT(4)(DI); \
	VMOVDQU Y7, RIGHT(4)(DI); \
	REST; \
	SHLQ $2, CX; \
	SUBQ CX, DI; \
	ADDQ $32, DI

// FINISH is the body of a routine that finishes. Two files are left, so a row has at most
// two free squares.
#define FINISH(SIZE, LOG, BROADCAST, SUB, SHIFTL, SHIFTR, MIN, EQUAL, FREE, LEAPSLAST) \
	MOVQ in+0(FP), SI; \
	MOVQ s+8(FP), R13; \
	MOVQ LENGTH(SIZE)(SI), R8; \
	LEAQ (SI)(R8*SIZE), R8; \
	BROADCAST step_open(R13), Y13; \
	BROADCAST step_next(R13), Y15; \
	VMOVQ step_ahead(R13), X11; \
	VPXOR Y12, Y12, Y12; \
	XORL DX, DX; \                   // SIZE times the number of solutions
	JMP  test; \
pair: \
	VMOVDQU (SI), Y0; \
	VMOVDQU LEFT(SIZE)(SI), Y1; \
	VMOVDQU RIGHT(SIZE)(SI), Y2; \
	ADDQ $32, SI; \
	VPOR Y0, Y1, Y3; \
	VPOR Y2, Y3, Y3; \
	FREE(SIZE, BROADCAST); \         // Y3 the free squares of the row
	SUB Y3, Y12, Y4; \
	VPAND Y3, Y4, Y4; \              // Y4 the lowest, Y3 the other
	VPXOR Y4, Y3, Y3; \
	SOLVED(Y4, SHIFTL, SHIFTR, MIN, EQUAL, LEAPSLAST); \
	SOLVED(Y3, SHIFTL, SHIFTR, MIN, EQUAL, LEAPSLAST); \
test: \
	CMPQ SI, R8; \
	JLT  pair; \
	SHRQ $LOG, DX; \
	MOVQ DX, ret+16(FP); \
	VZEROUPPER; \
	RET

// SOLVED counts the lanes in which the queen leaves a free square on the last row.
#define SOLVED(QUEEN, SHIFTL, SHIFTR, MIN, EQUAL, LEAPSLAST) \
	VPOR QUEEN, Y0, Y5; \
	VPOR QUEEN, Y1, Y6; \
	VPOR QUEEN, Y2, Y7; \
	SHIFTL X11, Y6, Y6; \
	SHIFTR X11, Y7, Y7; \
	VPOR Y6, Y5, Y5; \
	VPOR Y7, Y5, Y5; \
	LEAPSLAST(QUEEN, SHIFTL, SHIFTR); \
	VPANDN Y15, Y5, Y5; \
	MIN QUEEN, Y5, Y5; \
	EQUAL Y12, Y5, Y5; \
	VPMOVMSKB Y5, AX; \              // SIZE bits for each lane without a solution
	NOTL AX; \
	POPCNTL AX, AX; \
	ADDQ AX, DX

// The macros for pieces that do not leap.

#define NONE
#define SLIDERFREE(SIZE, BROADCAST)       VPANDN Y13, Y3, Y3
#define SLIDER(SHIFTL, SHIFTR)            NONE
#define SLIDERLAST(QUEEN, SHIFTL, SHIFTR) NONE

TEXT ·place16(SB), NOSPLIT, $0-56
	PLACE(2, 1, VPBROADCASTW, VPSUBW, VPSLLW, VPSRLW, VPMINUW, VPCMPEQW, compression_words, X11, X10, SLIDERFREE, SLIDER, NONE, MOVEUP16(NONE, NONE))

TEXT ·finish16(SB), NOSPLIT, $0-24
	FINISH(2, 1, VPBROADCASTW, VPSUBW, VPSLLW, VPSRLW, VPMINUW, VPCMPEQW, SLIDERFREE, SLIDERLAST)

TEXT ·place32(SB), NOSPLIT, $0-56
	PLACE(4, 2, VPBROADCASTD, VPSUBD, VPSLLD, VPSRLD, VPMINUD, VPCMPEQD, compression_lanes, X11, X10, SLIDERFREE, SLIDER, NONE, MOVEUP32(NONE))

TEXT ·finish32(SB), NOSPLIT, $0-24
	FINISH(4, 2, VPBROADCASTD, VPSUBD, VPSLLD, VPSRLD, VPMINUD, VPCMPEQD, SLIDERFREE, SLIDERLAST)

// The macros for pieces that leap, to squares of the next row and of the row after it. To
// have enough registers, the distances in ranks stay in memory and Y13 is reloaded.
//
//	Y13  squares of the next row that leaps from the previous row attack
//	Y10  the same with the leaps of the new queen; Y11 squares that these attack on the row after

#define LEAPERFREE(SIZE, BROADCAST) \
	VPOR (LEAPT(SIZE)-32)(SI), Y3, Y3; \
	BROADCAST step_open(R13), Y13; \
	VPANDN Y13, Y3, Y3; \
	VMOVDQU (LATER(SIZE)-32)(SI), Y13

#define LEAPER(SHIFTL, SHIFTR) \
	SHIFTL step_near(R13), Y4, Y10; \
	SHIFTR step_near(R13), Y4, Y9; \
	VPOR Y9, Y10, Y10; \
	VPOR Y13, Y10, Y10; \
	VPOR Y10, Y8, Y8; \
	SHIFTL step_far(R13), Y4, Y11; \
	SHIFTR step_far(R13), Y4, Y9; \
	VPOR Y9, Y11, Y11

#define LEAPERAFTER VPOR Y11, Y9, Y9

#define LEAPERLAST(QUEEN, SHIFTL, SHIFTR) \
	SHIFTL step_near(R13), QUEEN, Y6; \
	SHIFTR step_near(R13), QUEEN, Y7; \
	VPOR Y6, Y5, Y5; \
	VPOR Y7, Y5, Y5; \
	VPOR Y13, Y5, Y5

#define LEAPERUP16 \
	VPSHUFB Y8, Y10, Y10; \
	VPSHUFB Y8, Y11, Y11; \
	VMOVDQU X10, LEAPT(2)(DI); \
	VMOVDQU X11, LATER(2)(DI)

#define LEAPERUP16B \
	VEXTRACTI128 $1, Y10, (LEAPT(2)+16)(DI); \
	VEXTRACTI128 $1, Y11, (LATER(2)+16)(DI)

#define LEAPERUP32 \
	VPERMD Y10, Y8, Y10; \
	VPERMD Y11, Y8, Y11; \
	VMOVDQU Y10, LEAPT(4)(DI); \
	VMOVDQU Y11, LATER(4)(DI)

TEXT ·leap16(SB), NOSPLIT, $0-56
	PLACE(2, 1, VPBROADCASTW, VPSUBW, VPSLLW, VPSRLW, VPMINUW, VPCMPEQW, compression_words, step_ahead(R13), step_further(R13), LEAPERFREE, LEAPER, LEAPERAFTER, MOVEUP16(LEAPERUP16, LEAPERUP16B))

TEXT ·leapFinish16(SB), NOSPLIT, $0-24
	FINISH(2, 1, VPBROADCASTW, VPSUBW, VPSLLW, VPSRLW, VPMINUW, VPCMPEQW, LEAPERFREE, LEAPERLAST)

TEXT ·leap32(SB), NOSPLIT, $0-56
	PLACE(4, 2, VPBROADCASTD, VPSUBD, VPSLLD, VPSRLD, VPMINUD, VPCMPEQD, compression_lanes, step_ahead(R13), step_further(R13), LEAPERFREE, LEAPER, LEAPERAFTER, MOVEUP32(LEAPERUP32))

TEXT ·leapFinish32(SB), NOSPLIT, $0-24
	FINISH(4, 2, VPBROADCASTD, VPSUBD, VPSLLD, VPSRLD, VPMINUD, VPCMPEQD, LEAPERFREE, LEAPERLAST)
