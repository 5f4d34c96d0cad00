#include "textflag.h"

// Patterns that avoid others, with AVX-512: see avoiding32.
//
//	DI   where the next result goes    Z0   bad in all lanes
//	SI   the next patterns             Z2   the patterns
//	CX   how many are left             K1   the lanes that stay
//	AX   temporary                     K2   the lanes that are there

// FRONT32 stores the lanes of Z2 in K1.
#define FRONT32 \
	VPCOMPRESSD Z2, K1, Z2    \
	VMOVDQU32   Z2, (DI)      \
	KMOVW       K1, AX        \
	POPCNTL     AX, AX        \
	LEAQ        (DI)(AX*4), DI

#define FRONT64 \
	VPCOMPRESSQ Z2, K1, Z2    \
	VMOVDQU64   Z2, (DI)      \
	KMOVW       K1, AX        \
	POPCNTL     AX, AX        \
	LEAQ        (DI)(AX*8), DI

// AVOIDING reads of the last vector only the lanes that are there, those of K2.
#define AVOIDING(size, LOAD, TEST, FRONT) \
	MOVQ    dst_base+0(FP), DI        \
	MOVQ    src_base+24(FP), SI       \
	MOVQ    src_len+32(FP), CX        \
	SUBQ    $(64/size), CX            \
	JB      tail                      \
loop:                                 \
	VMOVDQU64 (SI), Z2                \
	TEST    Z2, Z0, K1                \
	FRONT                             \
	ADDQ    $64, SI                   \
	SUBQ    $(64/size), CX            \
	JAE     loop                      \
tail:                                 \
	ADDQ    $(64/size), CX            \
	JZ      done                      \
	MOVL    $-1, AX                   \
	BZHIL   CX, AX, AX                \
	KMOVW   AX, K2                    \
	LOAD    (SI), K2, Z2              \
	TEST    Z2, Z0, K2, K1            \
	FRONT                             \
done:                                 \
	VZEROUPPER

// func avoiding512x32(dst, src []uint32, bad uint32) int
TEXT ·avoiding512x32(SB), NOSPLIT, $0-64
	MOVL bad+48(FP), AX
	VPBROADCASTD AX, Z0
	AVOIDING(4, VMOVDQU32.Z, VPTESTNMD, FRONT32)
	SUBQ dst_base+0(FP), DI
	SHRQ $2, DI
	MOVQ DI, ret+56(FP)
	RET

// func avoiding512x64(dst, src []uint64, bad uint64) int
TEXT ·avoiding512x64(SB), NOSPLIT, $0-64
	MOVQ bad+48(FP), AX
	VPBROADCASTQ AX, Z0
	AVOIDING(8, VMOVDQU64.Z, VPTESTNMQ, FRONT64)
	SUBQ dst_base+0(FP), DI
	SHRQ $3, DI
	MOVQ DI, ret+56(FP)
	RET
