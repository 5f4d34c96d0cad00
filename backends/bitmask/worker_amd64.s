#include "textflag.h"
#include "go_asm.h"
#include "worker_amd64.h"

// The two steps of a frontier for boards of 8, 12, … 32 words, four to a vector.
// They do what choosePortable and placePortable in worker.go do, for all words of
// a board at once. Unrolled for each number of words, since that takes half the
// time of a loop over vectors; the guards and lows of boards of up to 16 words
// stay in registers.
//
// No jump depends on whether a board is alive, nor on whether it has a line of one
// square or of two: that is unpredictable, and a misprediction would cost as much as
// the step. Boards do not depend on each other, so that the processor works on
// several at once.

// CHOOSE begins a routine that chooses.
//
//	R8   the board          R12  scratch             R10  guards
//	R9   its first byte     R13  fields              R11  lows
//	SI   the next option    R14  numbers             Y7   zero
//	DX   the end of those wanted
#define CHOOSE(W) \
	MOVQ p+0(FP), AX; \
	MOVQ packed_guards(AX), R10; \
	MOVQ packed_lows(AX), R11; \
	CHOOSING(W); \
	VPXOR Y7, Y7, Y7

// BOARD advances to the next board, from the last to the first, and processes vector 0.
// R15 gets a bit for each word: from bit 0 on it is 0 if the word has a line of one
// square, from bit W on if it has a line of two.
#define BOARD(W, G, L) \
	SUBQ $(8*W), R9; \
	JLT  done; \
	CMPQ SI, DX; \
	JGE  done; \
	SUBQ $(8*W), R8; \
	LINES(0, W, G, L); \
	VMOVMSKPD Y2, R15; \
	VMOVMSKPD Y3, AX; \
	SHLQ $W, AX; \
	ORQ  AX, R15

// MORE processes vector I.
#define MORE(I, W, G, L) \
	LINES(I, W, G, L); \
	VMOVMSKPD Y2, AX; \
	VMOVMSKPD Y3, BX; \
	SHLQ $(4*I), AX; \
	SHLQ $(4*I+W), BX; \
	ORQ  AX, R15; \
	ORQ  BX, R15

// LINES finds the lines with one free square and those with two in vector I, from
// its guards G and lows L. As no line is empty, a subtraction takes away the first
// square of each. A line that then loses its guard had one square, and after another
// subtraction two. The guards of the lines found are written to the scratch; Y2 and
// Y3 have the words without any.
#define LINES(I, W, G, L) \
	VMOVDQU (32*I)(R8), Y0; \
	VPOR   G, Y0, Y1; \
	VPSUBQ L, Y1, Y1; \
	VPAND  Y1, Y0, Y0; \
	VPOR   G, Y0, Y1; \
	VPSUBQ L, Y1, Y1; \
	VPANDN Y0, Y1, Y2; \
	VPAND  G, Y2, Y2; \
	VPAND  Y1, Y0, Y0; \
	VPOR   G, Y0, Y1; \
	VPSUBQ L, Y1, Y1; \
	VPANDN Y0, Y1, Y3; \
	VPAND  G, Y3, Y3; \
	VMOVDQU Y2, (32*I)(R12); \
	VMOVDQU Y3, (32*I+8*W)(R12); \
	VPCMPEQQ Y7, Y2, Y2; \
	VPCMPEQQ Y7, Y3, Y3

// OPTIONS lists the squares of the first line in the first word found in R15, and
// ends the routine. It always writes two, even if there is only one; the numbers
// extend past the last bit of a word.
#define OPTIONS(W) \
	NOTQ   R15; \
	TZCNTQ R15, AX; \
	CMPQ   AX, $(2*W); \
	JGE    wider; \
	MOVQ   (R12)(AX*8), BX; \
	LEAQ   -W(AX), CX; \
	CMPQ   AX, $W; \
	CMOVQGE CX, AX; \
found: \ // AX the word, BX the guards
	MOVQ   AX, CX; \
	SHLQ   $6, CX; \
	TZCNTQ BX, BX; \
	ADDQ   CX, BX; \
	MOVQ   (R13)(BX*8), BX; \
	ANDQ   (R8)(AX*8), BX; \ // the squares
	LEAQ   (R14)(CX*2), CX; \
	TZCNTQ BX, AX; \
	MOVWLZX (CX)(AX*2), AX; \
	MOVL   R9, (SI); \
	MOVL   AX, 4(SI); \
	BLSRQ  BX, BX; \
	TZCNTQ BX, AX; \
	MOVWLZX (CX)(AX*2), AX; \
	MOVL   R9, 8(SI); \
	MOVL   AX, 12(SI); \
	XORL   AX, AX; \
	TESTQ  BX, BX; \
	SETNE  AX; \
	LEAQ   8(SI)(AX*8), SI; \
	BLSRQ  BX, BX; \
	JEQ    next; \
rest: \
	TZCNTQ BX, AX; \
	MOVWLZX (CX)(AX*2), AX; \
	MOVL   R9, (SI); \
	MOVL   AX, 4(SI); \
	ADDQ   $8, SI; \
	BLSRQ  BX, BX; \
	JNE    rest; \
	JMP    next; \
wider: \ // all lines have three or more: remove two squares, then one by one
	XORL   CX, CX; \
two: \
	VMOVDQU (R8)(CX*1), Y0; \
	VPOR   (R10)(CX*1), Y0, Y1; \
	VPSUBQ (R11)(CX*1), Y1, Y1; \
	VPAND  Y1, Y0, Y0; \
	VPOR   (R10)(CX*1), Y0, Y1; \
	VPSUBQ (R11)(CX*1), Y1, Y1; \
	VPAND  Y1, Y0, Y0; \
	VMOVDQU Y0, (R12)(CX*1); \
	ADDQ   $32, CX; \
	CMPQ   CX, $(8*W); \
	JLT    two; \
again: \
	XORL   CX, CX; \
one: \
	VMOVDQU (R12)(CX*1), Y0; \
	VPOR   (R10)(CX*1), Y0, Y1; \
	VPSUBQ (R11)(CX*1), Y1, Y1; \
	VPANDN Y0, Y1, Y2; \
	VPAND  (R10)(CX*1), Y2, Y2; \
	VPTEST Y2, Y2; \
	JNZ    line; \
	VPAND  Y1, Y0, Y0; \
	VMOVDQU Y0, (R12)(CX*1); \
	ADDQ   $32, CX; \
	CMPQ   CX, $(8*W); \
	JLT    one; \
	JMP    again; \
line: \
	VMOVDQU Y2, (R12); \
	VPCMPEQQ Y7, Y2, Y2; \
	VMOVMSKPD Y2, AX; \
	NOTL   AX; \
	TZCNTL AX, AX; \
	MOVQ   (R12)(AX*8), BX; \
	SHRQ   $3, CX; \
	ADDQ   CX, AX; \
	JMP    found; \
done: \
	CHOSEN(W)

// PLACE begins a routine that places.
//
//	SI   the option         R12  attacks             R10  guards
//	R14  the end of those   R13  boards              R11  lows
//	DI   where the next living board goes
#define PLACE \
	MOVQ p+0(FP), AX; \
	MOVQ packed_guards(AX), R10; \
	MOVQ packed_lows(AX), R11; \
	PLACING

// OPTION advances to the next option, with its board at R8 and the row of attacks
// of its square at R9, and processes vector 0. Y7 will not be zero if a line is empty.
#define OPTION(W, G, L) \
	CMPQ SI, R14; \
	JGE  done; \
	MOVL (SI), R8; \
	ADDQ R13, R8; \
	MOVL 4(SI), R9; \
	IMUL3Q $(8*W), R9, R9; \
	ADDQ R12, R9; \
	ADDQ $8, SI; \
	ATTACK(0, G, L, Y7)

// AND processes vector I.
#define AND(I, G, L) \
	ATTACK(I, G, L, Y2); \
	VPOR Y2, Y7, Y7

// ATTACK clears the squares that the piece attacks, and finds the guards of empty lines.
#define ATTACK(I, G, L, EMPTY) \
	VMOVDQU (32*I)(R9), Y0; \
	VPANDN (32*I)(R8), Y0, Y0; \
	VPOR   G, Y0, Y1; \
	VPSUBQ L, Y1, Y1; \
	VPANDN G, Y1, EMPTY; \
	VMOVDQU Y0, (32*I)(DI)

// ALIVE advances past the board if it is alive; if not, the next board overwrites it.
#define ALIVE(W) \
	XORL  AX, AX; \
	VPTEST Y7, Y7; \
	SETEQ AX; \
	NEGQ  AX; \
	ANDL  $(8*W), AX; \
	ADDQ  AX, DI; \
	JMP   next; \
done: \
	PLACED(W)

// LOADED8, LOADED12 and LOADED16 load the guards and lows of boards of 8, 12 and 16 words.
#define LOADED8 \
	VMOVDQU 0(R10), Y8; \
	VMOVDQU 0(R11), Y12; \
	VMOVDQU 32(R10), Y9; \
	VMOVDQU 32(R11), Y13

#define LOADED12 \
	LOADED8; \
	VMOVDQU 64(R10), Y10; \
	VMOVDQU 64(R11), Y14

#define LOADED16 \
	LOADED12; \
	VMOVDQU 96(R10), Y11; \
	VMOVDQU 96(R11), Y15

// BOARD8, BOARD12, … process all vectors of a board of that number of words.
#define BOARD8(W)  BOARD(W, Y8, Y12); MORE(1, W, Y9, Y13)
#define BOARD12(W) BOARD8(W); MORE(2, W, Y10, Y14)
#define BOARD16(W) BOARD12(W); MORE(3, W, Y11, Y15)
#define BOARD20(W) \
	BOARD(W, 0(R10), 0(R11)); \
	MORE(1, W, 32(R10), 32(R11)); \
	MORE(2, W, 64(R10), 64(R11)); \
	MORE(3, W, 96(R10), 96(R11)); \
	MORE(4, W, 128(R10), 128(R11))
#define BOARD24(W) BOARD20(W); MORE(5, W, 160(R10), 160(R11))
#define BOARD28(W) BOARD24(W); MORE(6, W, 192(R10), 192(R11))
#define BOARD32(W) BOARD28(W); MORE(7, W, 224(R10), 224(R11))

// OPTION8, OPTION12, … do the same for the board of an option.
#define OPTION8(W)  OPTION(W, Y8, Y12); AND(1, Y9, Y13)
#define OPTION12(W) OPTION8(W); AND(2, Y10, Y14)
#define OPTION16(W) OPTION12(W); AND(3, Y11, Y15)
#define OPTION20(W) \
	OPTION(W, 0(R10), 0(R11)); \
	AND(1, 32(R10), 32(R11)); \
	AND(2, 64(R10), 64(R11)); \
	AND(3, 96(R10), 96(R11)); \
	AND(4, 128(R10), 128(R11))
#define OPTION24(W) OPTION20(W); AND(5, 160(R10), 160(R11))
#define OPTION28(W) OPTION24(W); AND(6, 192(R10), 192(R11))
#define OPTION32(W) OPTION28(W); AND(7, 224(R10), 224(R11))

// The routines, as worker_amd64.go declares them.

#define NONE
#define CHOOSER(NAME, W, LOADED, BOARDW) \
TEXT NAME(SB), NOSPLIT, $0-64; \
	CHOOSE(W); \
	LOADED; \
next: \
	BOARDW(W); \
	OPTIONS(W)

#define PLACER(NAME, W, LOADED, OPTIONW) \
TEXT NAME(SB), NOSPLIT, $0-48; \
	PLACE; \
	LOADED; \
next: \
	OPTIONW(W); \
	ALIVE(W)

CHOOSER(·chooseWords8, 8, LOADED8, BOARD8)
PLACER(·placeWords8, 8, LOADED8, OPTION8)
CHOOSER(·chooseWords12, 12, LOADED12, BOARD12)
PLACER(·placeWords12, 12, LOADED12, OPTION12)
CHOOSER(·chooseWords16, 16, LOADED16, BOARD16)
PLACER(·placeWords16, 16, LOADED16, OPTION16)
CHOOSER(·chooseWords20, 20, NONE, BOARD20)
PLACER(·placeWords20, 20, NONE, OPTION20)
CHOOSER(·chooseWords24, 24, NONE, BOARD24)
PLACER(·placeWords24, 24, NONE, OPTION24)
CHOOSER(·chooseWords28, 28, NONE, BOARD28)
PLACER(·placeWords28, 28, NONE, OPTION28)
CHOOSER(·chooseWords32, 32, NONE, BOARD32)
PLACER(·placeWords32, 32, NONE, OPTION32)
