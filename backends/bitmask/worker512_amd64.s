#include "textflag.h"
#include "go_asm.h"
#include "worker_amd64.h"

// The two steps of a frontier with AVX-512, for boards of 8, 12 and 16 words: one vector or
// two, of which the second of 12 words has half the length. They do what the routines in
// worker_amd64.s do, with the same registers. The guards are in Z8 and Z10, the lows in Z9
// and Z11.

// LOADED loads the guards and lows of the packed board at AX, and LOADEDMORE those of the
// second vector.
#define LOADED \
	MOVQ p+0(FP), AX; \
	MOVQ packed_guards(AX), R10; \
	MOVQ packed_lows(AX), R11; \
	VMOVDQU64 (R10), Z8; \
	VMOVDQU64 (R11), Z9

#define LOADEDMORE(G, L) \
	VMOVDQU64 64(R10), G; \
	VMOVDQU64 64(R11), L

// NEXT advances to the next board, from the last to the first.
#define NEXT(W) \
	SUBQ $(8*W), R9; \
	JLT  done; \
	CMPQ SI, DX; \
	JGE  done; \
	SUBQ $(8*W), R8

// FIRST takes away the first square of each line from ALL, in which all guards G are set, and
// sets LEFT to the result, in which lines without a square have lost their guards.
#define FIRST(ALL, LEFT, G, L) \
	VPTERNLOGQ $0xea, G, LEFT, ALL; \ // ALL = ALL & LEFT | G
	VPSUBQ L, ALL, LEFT

// LINES512 finds in a vector of the board the lines without a piece, whose guards are UNFILLED,
// that have one square, and those that have one or two. It writes the guards of the former to the
// scratch, those of the latter 128 bytes further on; ONE and TWO have a bit for each word with any.
#define LINES512(AT, G, L, ALL, LEFT, UNFILLED, FEW, ONE, TWO) \
	VMOVDQU64 AT(R8), UNFILLED; \
	VPORQ  G, UNFILLED, ALL; \
	VPSUBQ L, ALL, LEFT; \
	VPANDQ G, UNFILLED, UNFILLED; \
	FIRST(ALL, LEFT, G, L); \
	VPANDNQ UNFILLED, LEFT, FEW; \
	VPTESTMQ FEW, FEW, ONE; \
	VMOVDQU64 FEW, AT(R12); \
	FIRST(ALL, LEFT, G, L); \
	VPANDNQ UNFILLED, LEFT, FEW; \
	VPTESTMQ FEW, FEW, TWO; \
	VMOVDQU64 FEW, (AT+128)(R12)

// MORE512 does the same for lines with one square more than before.
#define MORE512(AT, G, L, ALL, LEFT, UNFILLED, FEW, ONE) \
	FIRST(ALL, LEFT, G, L); \
	VPANDNQ UNFILLED, LEFT, FEW; \
	VPTESTMQ FEW, FEW, ONE; \
	VMOVDQU64 FEW, AT(R12)

// LINE512 loads the squares of the first line in the first of at most sixteen words with a bit in AX to
// BX, and the address of their numbers to CX. DI is 16 or more for words 128 bytes further on.
#define LINE512 \
	TZCNTL AX, DI; \
	MOVQ   (R12)(DI*8), BX; \
	MOVL   DI, AX; \
	ANDL   $15, AX; \ // the word
	MOVL   AX, CX; \
	SHLL   $6, CX; \
	TZCNTQ BX, BX; \
	ADDQ   CX, BX; \
	MOVQ   (R13)(BX*8), BX; \
	ANDQ   (R8)(AX*8), BX; \
	LEAQ   (R14)(CX*2), CX

// SQUARE512 lists the first of the squares.
#define SQUARE512(AT) \
	TZCNTQ BX, AX; \
	MOVWLZX (CX)(AX*2), AX; \
	MOVL   R9, AT(SI); \
	MOVL   AX, (AT+4)(SI)

// OPTIONS512 lists the squares of a line with one or, if DI is 16 or more, two. Two are written in
// any case.
#define OPTIONS512 \
	LINE512; \
	SQUARE512(0); \
	BLSRQ  BX, BX; \
	SQUARE512(8); \
	SHRL   $4, DI; \
	LEAQ   8(SI)(DI*8), SI; \
	JMP    next

// WIDER512 lists the squares of a line with any number of them.
#define WIDER512 \
	LINE512; \
rest: \
	SQUARE512(0); \
	ADDQ   $8, SI; \
	BLSRQ  BX, BX; \
	JNE    rest; \
	JMP    next

// PLACE512 begins a routine that places.
#define PLACE512 \
	PLACING; \
	CMPQ SI, R14; \
	JGE  done

// OPTION512 advances to the next option, with its board at R8 and the row of attacks of its
// square at R9.
#define OPTION512(W) \
	MOVL (SI), R8; \
	ADDQ R13, R8; \
	MOVL 4(SI), R9; \
	IMUL3Q $(8*W), R9, R9; \
	ADDQ R12, R9; \
	ADDQ $8, SI

// ATTACK512 clears the squares that the piece attacks, and finds the guards of empty lines.
#define ATTACK512(AT, G, L, BOARD, EMPTY) \
	VMOVDQU64 AT(R9), BOARD; \
	VPANDNQ AT(R8), BOARD, BOARD; \
	VPORQ   G, BOARD, EMPTY; \
	VPSUBQ  L, EMPTY, EMPTY; \
	VPANDNQ G, EMPTY, EMPTY; \
	VMOVDQU64 BOARD, AT(DI)

// ALIVE512 advances past the board if K1 is 0: no line is empty.
#define ALIVE512(W) \
	LEAQ  (8*W)(DI), AX; \
	KORTESTB K1, K1; \
	CMOVQEQ AX, DI; \
	CMPQ  SI, R14; \
	JLT   next; \
done: \
	PLACED(W)

// CHOOSETWO is the body of a routine that chooses among boards of two vectors, of which the second is
// in the last four registers, its guards in G and its lows in L.
#define CHOOSETWO(W, G, L, ALL, LEFT, UNFILLED, FEW) \
	LOADED; \
	LOADEDMORE(G, L); \
	CHOOSING(W); \
next: \
	NEXT(W); \
	LINES512(0, Z8, Z9, Z0, Z1, Z2, Z3, K1, K3); \
	LINES512(64, G, L, ALL, LEFT, UNFILLED, FEW, K2, K4); \
	KUNPCKBW K1, K2, K1; \
	KUNPCKBW K3, K4, K3; \
	KUNPCKWD K1, K3, K1; \
	KMOVD K1, AX; \
	TESTL AX, AX; \
	JEQ   wider; \
	OPTIONS512; \
wider: \
	MORE512(0, Z8, Z9, Z0, Z1, Z2, Z3, K1); \
	MORE512(64, G, L, ALL, LEFT, UNFILLED, FEW, K2); \
	KUNPCKBW K1, K2, K1; \
	KMOVW K1, AX; \
	TESTL AX, AX; \
	JEQ   wider; \
	WIDER512; \
done: \
	CHOSEN(W)

// The routines, as worker_amd64.go declares them.

TEXT ·choose512Words8(SB), NOSPLIT, $0-64
	LOADED
	CHOOSING(8)
next:
	NEXT(8)
	LINES512(0, Z8, Z9, Z0, Z1, Z2, Z3, K1, K3)
	KMOVB K1, AX
	KMOVB K3, BX
	SHLL  $16, BX
	ORL   BX, AX
	JEQ   wider
	OPTIONS512
wider: // all lines have three or more
	MORE512(0, Z8, Z9, Z0, Z1, Z2, Z3, K1)
	KMOVB K1, AX
	TESTL AX, AX
	JEQ   wider
	WIDER512
done:
	CHOSEN(8)

TEXT ·place512Words8(SB), NOSPLIT, $0-48
	LOADED
	PLACE512
next:
	OPTION512(8)
	ATTACK512(0, Z8, Z9, Z0, Z1)
	VPTESTMQ Z1, Z1, K1
	ALIVE512(8)

TEXT ·choose512Words12(SB), NOSPLIT, $0-64
	CHOOSETWO(12, Y10, Y11, Y4, Y5, Y6, Y7)

// Three short vectors: every second long vector would cross a cache line.
TEXT ·place512Words12(SB), NOSPLIT, $0-48
	LOADED
	PLACE512
	VMOVDQU64 32(R10), Y10
	VMOVDQU64 32(R11), Y11
	VMOVDQU64 64(R10), Y12
	VMOVDQU64 64(R11), Y13
next:
	OPTION512(12)
	ATTACK512(0, Y8, Y9, Y0, Y1)
	ATTACK512(32, Y10, Y11, Y2, Y3)
	ATTACK512(64, Y12, Y13, Y4, Y5)
	VPTERNLOGQ $0xfe, Y5, Y3, Y1     // the union of three
	VPTESTMQ Y1, Y1, K1
	ALIVE512(12)

TEXT ·choose512Words16(SB), NOSPLIT, $0-64
	CHOOSETWO(16, Z10, Z11, Z4, Z5, Z6, Z7)

TEXT ·place512Words16(SB), NOSPLIT, $0-48
	LOADED
	LOADEDMORE(Z10, Z11)
	PLACE512
next:
	OPTION512(16)
	ATTACK512(0, Z8, Z9, Z0, Z1)
	ATTACK512(64, Z10, Z11, Z2, Z3)
	VPORQ Z3, Z1, Z1
	VPTESTMQ Z1, Z1, K1
	ALIVE512(16)
