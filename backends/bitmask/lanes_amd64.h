// A level of lanes of SIZE bytes: files at 0, left at LEFT, right at RIGHT bytes and so
// on, then its length.
#define LEFT(SIZE)   (const_levelSize*SIZE)
#define RIGHT(SIZE)  (const_levelSize*2*SIZE)
#define LEAPT(SIZE)  (const_levelSize*3*SIZE)
#define LATER(SIZE)  (const_levelSize*4*SIZE)
#define LENGTH(SIZE) (const_levelSize*5*SIZE)

// LEVELS begins a routine that places, LEVELSDONE ends it.
#define LEVELS(SIZE) \
	MOVQ in+0(FP), SI; \
	MOVQ out+16(FP), DX; \
	MOVQ s+32(FP), R13; \
	MOVQ SI, R11; \                  // R11 and DX keep the levels
	MOVQ LENGTH(SIZE)(SI), R8; \
	LEAQ (SI)(R8*SIZE), R8; \
	MOVQ from+8(FP), CX; \
	LEAQ (SI)(CX*SIZE), SI; \
	MOVQ LENGTH(SIZE)(DX), DI; \
	LEAQ (DX)(DI*SIZE), DI; \
	MOVQ full+24(FP), R9; \
	LEAQ (DX)(R9*SIZE), R9

#define LEVELSDONE(SIZE, LOG) \
	SUBQ DX, DI; \
	SHRQ $LOG, DI; \
	MOVQ DI, LENGTH(SIZE)(DX); \
	SUBQ R11, SI; \
	SHRQ $LOG, SI; \
	MOVQ SI, ret+48(FP); \
	VZEROUPPER; \
	RET
