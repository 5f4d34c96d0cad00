// Common parts of the routines of a worker, for boards of W words each.

// CHOOSING begins one that chooses, with the packed board at AX. CHOSEN ends it.
#define CHOOSING(W) \
	MOVQ packed_fields(AX), R13; \
	MOVQ packed_numbers(AX), R14; \
	MOVQ scratch+40(FP), R12; \
	IMUL3Q $(8*W), count+16(FP), R9; \
	MOVQ boards+8(FP), R8; \
	ADDQ R9, R8; \
	MOVQ options+24(FP), SI; \
	MOVQ full+32(FP), DX; \
	LEAQ (SI)(DX*8), DX

#define CHOSEN(W) \
	LEAQ   (8*W)(R9), AX; \ // bytes left
	XORL   DX, DX; \
	MOVL   $(8*W), CX; \
	DIVL   CX; \
	MOVQ   AX, left+48(FP); \
	SUBQ   options+24(FP), SI; \
	SHRQ   $3, SI; \
	MOVQ   SI, made+56(FP); \
	VZEROUPPER; \
	RET

// PLACING begins one that places, with the packed board at AX. PLACED ends it.
#define PLACING \
	MOVQ packed_attacks(AX), R12; \
	MOVQ boards+8(FP), R13; \
	MOVQ options+16(FP), SI; \
	MOVQ count+24(FP), R14; \
	LEAQ (SI)(R14*8), R14; \
	MOVQ out+32(FP), DI

#define PLACED(W) \
	MOVQ  DI, AX; \
	SUBQ  out+32(FP), AX; \
	XORL  DX, DX; \
	MOVL  $(8*W), CX; \
	DIVL  CX; \
	MOVQ  AX, alive+40(FP); \
	VZEROUPPER; \
	RET
