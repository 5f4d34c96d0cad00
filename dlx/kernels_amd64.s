#include "go_asm.h"
#include "textflag.h"

// Y0 and Y1 hold a group: eight words, the first four in Y0.

// func andGroups(child, state, keep *group, n int) uint64
// child[i] = state[i] AND keep[i] for n groups, at least one; returns the OR of
// all words written.
TEXT ·andGroups(SB), NOSPLIT, $0-40
	MOVQ  child+0(FP), DI
	MOVQ  state+8(FP), SI
	MOVQ  keep+16(FP), DX
	MOVQ  n+24(FP), CX
	VPXOR Y2, Y2, Y2      // the OR of all words so far, in two registers
	VPXOR Y3, Y3, Y3

and:
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	VPAND   (DX), Y0, Y0
	VPAND   32(DX), Y1, Y1
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VPOR    Y0, Y2, Y2
	VPOR    Y1, Y3, Y3
	ADDQ    $64, SI
	ADDQ    $64, DX
	ADDQ    $64, DI
	DECQ    CX
	JNZ     and

	// Fold eight words into one.
	VPOR         Y3, Y2, Y2
	VEXTRACTI128 $1, Y2, X3
	VPOR         X3, X2, X2
	VPSHUFD      $0x4E, X2, X3
	VPOR         X3, X2, X2
	VMOVQ        X2, AX
	MOVQ         AX, ret+32(FP)
	VZEROUPPER
	RET

// ADDBIT adds the bits of X to the counts in Y4 (ones), Y5 (twos) and Y6 (more,
// which never falls); Y2 and Y3 are scratch.
#define ADDBIT(X) \
	VPAND X, Y4, Y2  \
	VPXOR X, Y4, Y4  \
	VPAND Y2, Y5, Y3 \
	VPXOR Y2, Y5, Y5 \
	VPOR  Y3, Y6, Y6

// func countGroups(state *group, n int, sums *[3][4]uint64)
// Adds up n groups bit by bit, in four words side by side: sums receives the
// four words of ones, of twos and of more.
TEXT ·countGroups(SB), NOSPLIT, $0-24
	MOVQ  state+0(FP), SI
	MOVQ  n+8(FP), CX
	MOVQ  sums+16(FP), DI
	VPXOR Y4, Y4, Y4
	VPXOR Y5, Y5, Y5
	VPXOR Y6, Y6, Y6

count:
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	ADDBIT(Y0)
	ADDBIT(Y1)
	ADDQ $64, SI
	DECQ CX
	JNZ  count

	VMOVDQU Y4, (DI)
	VMOVDQU Y5, 32(DI)
	VMOVDQU Y6, 64(DI)
	VZEROUPPER
	RET

// FULLADD adds three words bit by bit: A becomes the sum, B the carry. T is
// scratch.
#define FULLADD(A, B, C, T) \
	MOVQ A, T \
	ANDQ B, T \
	XORQ B, A \
	MOVQ A, B \
	ANDQ C, B \
	XORQ C, A \
	ORQ  T, B

// NODE looks at the node on top of the stack, takes it off unless it is one for Go, and
// notes it: DX becomes the items to be covered, AX the option chosen, R12 the level.
#define NODE(DONE) \
	CMPQ  R15, expander_room(R14)      \
	JGE   DONE                         \
	TESTQ R15, R15                     \
	JZ    DONE                         \
	MOVQ  expander_opens(R14), R11     \
	MOVQ  -8(R11)(R15*8), DX           \
	TESTQ DX, DX                       \
	JZ    DONE                         \
	MOVQ  expander_frames(R14), BX     \
	MOVL  -8(BX)(R15*8), AX            \
	MOVL  -4(BX)(R15*8), R12           \
	CMPQ  R12, expander_split(R14)     \
	JEQ   DONE                         \
	DECQ  expander_countdown(R14)      \
	JLE   DONE                         \
	DECQ  R15                          \
	MOVQ  expander_path(R14), R13      \
	MOVQ  AX, (R13)(R12*8)             \
	MOVQ  R12, expander_level(R14)

// SMALLEST makes CX the first of the open items DX of the smallest size, 1, else 2, else 3,
// by R8 ones, R9 twos and R11 more; where all have more options Go chooses.
#define SMALLEST(LARGE) \
	MOVQ    R9, AX      \
	ORQ     R11, AX     \
	ANDNQ   DX, AX, AX  \
	ORQ     R11, R8     \
	ANDNQ   DX, R8, R8  \
	ANDNQ   DX, R11, R11 \
	TESTQ   AX, AX      \
	CMOVQEQ R8, AX      \
	TESTQ   AX, AX      \
	CMOVQEQ R11, AX     \
	TESTQ   AX, AX      \
	JZ      LARGE       \
	TZCNTQ  AX, CX

// func expandNarrow(e *expander)
// Visits nodes of a problem whose state is one narrow group, as searchOne does,
// until one comes up that is for Go to visit. R14 is e and R15 the number of
// states on the stack throughout.
TEXT ·expandNarrow(SB), NOSPLIT, $0-8
	MOVQ e+0(FP), R14
	MOVQ expander_top(R14), R15

next:
	NODE(done)
	MOVQ R15, SI
	SHLQ $6, SI
	ADDQ expander_states(R14), SI  // the state

	// Add up the eight words: R8 ones, R9 twos, R11 more.
	MOVQ 0(SI), R8
	MOVQ 8(SI), R9
	MOVQ 16(SI), R10
	FULLADD(R8, R9, R10, AX)   // sum R8, carry R9
	MOVQ 24(SI), R10
	MOVQ 32(SI), R11
	MOVQ 40(SI), R12
	FULLADD(R10, R11, R12, AX) // sum R10, carry R11
	MOVQ 48(SI), R12
	FULLADD(R8, R10, R12, AX)  // sum R8, carry R10
	MOVQ 56(SI), R12
	MOVQ R8, R13
	ANDQ R12, R13              // carry R13
	XORQ R12, R8               // ones
	FULLADD(R9, R11, R10, AX)  // the carries: sum R9, carry R11
	MOVQ R9, AX
	ANDQ R13, AX
	XORQ R13, R9               // twos
	ORQ  AX, R11               // more

	// Add the upper halves, the second eight slots, to the lower ones.
	MOVQ R8, R10
	MOVQ R9, R12
	MOVQ R11, R13
	SHRQ $32, R10
	SHRQ $32, R12
	SHRQ $32, R13
	MOVQ R8, AX
	ANDQ R10, AX
	XORQ R10, R8
	MOVQ R9, BX
	ANDQ R12, BX
	XORQ R12, R9
	MOVQ R9, R12
	ANDQ AX, R12
	XORQ AX, R9
	ORQ  BX, R11
	ORQ  R12, R11
	ORQ  R13, R11

	SMALLEST(large)

	// R8 becomes the item's live slots: its bit of each word moves to the sign.
	VMOVDQU   0(SI), Y0
	VMOVDQU   32(SI), Y1
	MOVQ      $63, BX
	SUBQ      CX, BX
	VMOVQ     BX, X2
	VPSLLQ    X2, Y0, Y4
	VPSLLQ    X2, Y1, Y5
	SUBQ      $32, BX
	VMOVQ     BX, X3
	VPSLLQ    X3, Y0, Y6
	VPSLLQ    X3, Y1, Y7
	VMOVMSKPD Y4, R8
	VMOVMSKPD Y5, R9
	VMOVMSKPD Y6, R10
	VMOVMSKPD Y7, R11
	SHLQ      $4, R9
	SHLQ      $32, R10
	SHLQ      $36, R11
	ORQ       R9, R8
	ORQ       R11, R10
	ORQ       R10, R8

	// The statistics of the node.
	POPCNTQ R8, R9
	MOVQ    expander_level(R14), R12
	MOVQ    expander_widths(R14), R13
	MOVQ    R9, (R13)(R12*8)
	INCQ    R12
	VMOVQ   R12, X5
	MOVQ    expander_levels(R14), R13
	SHLQ    $4, R12
	ADDQ    R9, (R13)(R12*1)

	// CX the item's slots, DI, R11 and BX where the next child goes.
	SHLQ $8, CX
	ADDQ expander_slots(R14), CX
	MOVQ SI, DI
	MOVQ expander_keep(R14), R10
	MOVQ expander_cover(R14), SI
	MOVQ expander_opens(R14), R11
	MOVQ expander_frames(R14), BX

child:
	TZCNTQ       R8, AX
	BLSRQ        R8, R8
	MOVL         (CX)(AX*4), AX      // the option
	MOVQ         AX, R12
	SHLQ         $6, R12
	VPAND        (R10)(R12*1), Y0, Y2
	VPAND        32(R10)(R12*1), Y1, Y3
	VMOVDQU      Y2, (DI)
	VMOVDQU      Y3, 32(DI)
	VPOR         Y3, Y2, Y2
	VEXTRACTI128 $1, Y2, X3
	VPOR         X3, X2, X2
	VPSHUFD      $0x4E, X2, X3
	VPOR         X3, X2, X2
	VPSRLQ       $32, X2, X3
	VPOR         X3, X2, X2
	VMOVQ        X2, R13             // the items with an option left
	MOVQ         (SI)(AX*8), R12
	ANDNQ        DX, R12, R12        // the items still to be covered
	MOVQ         R12, (R11)(R15*8)
	MOVL         AX, (BX)(R15*8)
	VMOVD        X5, 4(BX)(R15*8)
	ANDNQ        R12, R13, R12       // those without an option
	TESTQ        R12, R12
	JNZ          dead
	INCQ         R15                 // a live child stays
	ADDQ         $64, DI

dead:
	TESTQ        R8, R8
	JNZ          child

	JMP next

large:
	INCQ R15 // the node is still to be visited

done:
	MOVQ R15, expander_top(R14)
	VZEROUPPER
	RET

// ADDCOUNTS adds the counts in X7 (ones), X8 (twos) and X9 (more) to those in X4, X5 and
// X6; X2 and X3 are scratch.
#define ADDCOUNTS \
	VPAND X7, X4, X2 \
	VPXOR X7, X4, X4 \
	VPXOR X8, X5, X3 \
	VPAND X8, X5, X8 \
	VPXOR X2, X3, X5 \
	VPAND X2, X3, X3 \
	VPOR  X9, X6, X6 \
	VPOR  X8, X6, X6 \
	VPOR  X3, X6, X6

// func expandWide(e *expander)
// Visits nodes of a problem whose state is one block of words with a slot each, as
// searchMany does, until one comes up that is for Go to visit. R14 is e and R15 the
// number of states on the stack throughout.
TEXT ·expandWide(SB), NOSPLIT, $0-8
	MOVQ e+0(FP), R14
	MOVQ expander_top(R14), R15

next:
	NODE(done)
	MOVQ  DX, expander_left(R14)
	MOVQ  R15, SI
	IMULQ expander_groups(R14), SI
	SHLQ  $6, SI
	ADDQ  expander_states(R14), SI  // the state, where the first child goes

	// Add up its words in four lanes, and move it out of the children's way.
	MOVQ  expander_now(R14), R9
	MOVQ  expander_groups(R14), CX
	MOVQ  SI, R8
	VPXOR Y4, Y4, Y4                // ones
	VPXOR Y5, Y5, Y5                // twos
	VPXOR Y6, Y6, Y6                // more

count:
	VMOVDQU (R8), Y0
	VMOVDQU 32(R8), Y1
	VMOVDQU Y0, (R9)
	VMOVDQU Y1, 32(R9)
	ADDBIT(Y0)
	ADDBIT(Y1)
	ADDQ    $64, R8
	ADDQ    $64, R9
	DECQ    CX
	JNZ     count

	// R8 becomes ones, R9 twos, R11 more.
	VEXTRACTI128 $1, Y4, X7
	VEXTRACTI128 $1, Y5, X8
	VEXTRACTI128 $1, Y6, X9
	ADDCOUNTS
	VPSHUFD      $0x4E, X4, X7
	VPSHUFD      $0x4E, X5, X8
	VPSHUFD      $0x4E, X6, X9
	ADDCOUNTS
	VMOVQ        X4, R8
	VMOVQ        X5, R9
	VMOVQ        X6, R11

	SMALLEST(large)

	// X6 moves the item's bit of a word to the sign, BX is where its slots are, R12 the number
	// of groups, X5 the level of the children, DI where the next of them goes, R13 how many
	// there are.
	MOVQ  $63, AX
	SUBQ  CX, AX
	VMOVQ AX, X6
	MOVQ  expander_groups(R14), R12
	IMULQ R12, CX
	SHLQ  $5, CX
	ADDQ  expander_slots(R14), CX
	MOVQ  CX, BX
	MOVQ  expander_level(R14), AX
	INCQ  AX
	VMOVQ AX, X5
	MOVQ  SI, DI
	MOVQ  expander_now(R14), SI
	XORQ  R13, R13
	XORQ  R11, R11          // the group

group:
	// CX becomes the item's live slots in the group.
	MOVQ      R11, AX
	SHLQ      $6, AX
	VMOVDQU   (SI)(AX*1), Y0
	VMOVDQU   32(SI)(AX*1), Y1
	VPSLLQ    X6, Y0, Y0
	VPSLLQ    X6, Y1, Y1
	VMOVMSKPD Y0, CX
	VMOVMSKPD Y1, AX
	SHLQ      $4, AX
	ORQ       AX, CX
	JZ        empty
	POPCNTQ   CX, AX
	ADDQ      AX, R13

child:
	TZCNTQ CX, AX
	BLSRQ  CX, CX
	MOVL   (BX)(AX*4), R10  // the option
	MOVQ   R10, DX
	IMULQ  R12, DX
	SHLQ   $6, DX
	ADDQ   expander_keep(R14), DX
	MOVQ   SI, R8
	MOVQ   DI, R9
	MOVQ   R12, AX
	VPXOR  Y2, Y2, Y2       // the OR of all words so far, in two registers
	VPXOR  Y3, Y3, Y3

word:
	VMOVDQU (R8), Y0
	VMOVDQU 32(R8), Y1
	VPAND   (DX), Y0, Y0
	VPAND   32(DX), Y1, Y1
	VMOVDQU Y0, (R9)
	VMOVDQU Y1, 32(R9)
	VPOR    Y0, Y2, Y2
	VPOR    Y1, Y3, Y3
	ADDQ    $64, R8
	ADDQ    $64, DX
	ADDQ    $64, R9
	DECQ    AX
	JNZ     word

	VPOR         Y3, Y2, Y2
	VEXTRACTI128 $1, Y2, X3
	VPOR         X3, X2, X2
	VPSHUFD      $0x4E, X2, X3
	VPOR         X3, X2, X2
	VMOVQ        X2, R8      // the items with an option left
	MOVQ         expander_cover(R14), DX
	MOVQ         (DX)(R10*8), DX
	ANDNQ        expander_left(R14), DX, DX // the items still to be covered
	MOVQ         expander_opens(R14), AX
	MOVQ         DX, (AX)(R15*8)
	MOVQ         expander_frames(R14), AX
	MOVL         R10, (AX)(R15*8)
	VMOVD        X5, 4(AX)(R15*8)
	ANDNQ        DX, R8, DX  // those without an option
	TESTQ        DX, DX
	JNZ          dead
	INCQ         R15         // a live child stays
	MOVQ         R9, DI

dead:
	TESTQ CX, CX
	JNZ   child

empty:
	ADDQ $32, BX
	INCQ R11
	CMPQ R11, R12
	JLT  group

	// The statistics of the node.
	MOVQ  expander_level(R14), AX
	MOVQ  expander_widths(R14), DX
	MOVQ  R13, (DX)(AX*8)
	INCQ  AX
	SHLQ  $4, AX
	MOVQ  expander_levels(R14), DX
	ADDQ  R13, (DX)(AX*1)
	IMULQ R12, R13
	SHRQ  $3, R13
	SUBQ  R13, expander_countdown(R14)
	JMP   next

large:
	INCQ R15 // the node is still to be visited

done:
	MOVQ R15, expander_top(R14)
	VZEROUPPER
	RET
