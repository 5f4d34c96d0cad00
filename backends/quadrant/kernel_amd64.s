#include "textflag.h"

// firsts read from byte 64-n on is a vector of ones in the first n bytes.
DATA ·firsts+0(SB)/8, $-1
DATA ·firsts+8(SB)/8, $-1
DATA ·firsts+16(SB)/8, $-1
DATA ·firsts+24(SB)/8, $-1
DATA ·firsts+32(SB)/8, $-1
DATA ·firsts+40(SB)/8, $-1
DATA ·firsts+48(SB)/8, $-1
DATA ·firsts+56(SB)/8, $-1
GLOBL ·firsts(SB), RODATA|NOPTR, $128

// nibbleBits is how many bits each nibble has.
DATA ·nibbleBits+0(SB)/8, $0x0302020102010100
DATA ·nibbleBits+8(SB)/8, $0x0403030203020201
GLOBL ·nibbleBits(SB), RODATA|NOPTR, $16

// bytesApart gathers the same bytes of four words.
DATA ·bytesApart+0(SB)/8, $0x0d0905010c080400
DATA ·bytesApart+8(SB)/8, $0x0f0b07030e0a0602
GLOBL ·bytesApart(SB), RODATA|NOPTR, $16

// Patterns that avoid others, a vector at a time: the lanes that stay are moved
// to the front by a table of permutations and stored as a whole; what follows
// them is overwritten by the next store.
//
//	DI   where the next result goes    Y0   bad in all lanes
//	SI   the next patterns             Y1   the lanes that stay, all ones
//	CX   how many are left             Y2   the patterns
//	R10  the permutations              Y3   a permutation
//	AX   BX  R11  temporary            Y15  zero

// STORE32 stores the lanes of Y2 where Y1 is all ones, of eight.
#define STORE32 \
	VMOVMSKPS Y1, AX       \
	MOVL      AX, BX       \
	SHLQ      $5, BX       \
	VMOVDQU   (R10)(BX*1), Y3 \
	VPERMD    Y2, Y3, Y2   \
	VMOVDQU   Y2, (DI)     \
	POPCNTL   AX, AX       \
	LEAQ      (DI)(AX*4), DI

// STORE64 is the same for four lanes.
#define STORE64 \
	VMOVMSKPD Y1, AX       \
	MOVL      AX, BX       \
	SHLQ      $5, BX       \
	VMOVDQU   (R10)(BX*1), Y3 \
	VPERMD    Y2, Y3, Y2   \
	VMOVDQU   Y2, (DI)     \
	POPCNTL   AX, AX       \
	LEAQ      (DI)(AX*8), DI

// func avoiding32(dst, src []uint32, bad uint32, front *[256][8]uint32) int
//
// CX counts the patterns that are left. Those of the last vector that are not
// there are read as zeros and taken off the mask.
TEXT ·avoiding32(SB), NOSPLIT, $0-72
	MOVQ         front+56(FP), R10
	MOVQ         dst_base+0(FP), DI
	MOVQ         src_base+24(FP), SI
	MOVQ         src_len+32(FP), CX
	MOVL         bad+48(FP), AX
	VMOVD        AX, X0
	VPBROADCASTD X0, Y0
	VPXOR        Y15, Y15, Y15
	SUBQ         $8, CX
	JB           tail

loop:
	VMOVDQU  (SI), Y2
	VPAND    Y2, Y0, Y1
	VPCMPEQD Y15, Y1, Y1
	STORE32
	ADDQ     $32, SI
	SUBQ     $8, CX
	JAE      loop

tail:
	ADDQ       $8, CX
	JZ         done
	LEAQ       ·firsts+64(SB), R11
	NEGQ       CX
	VMOVDQU    (R11)(CX*4), Y4
	VPMASKMOVD (SI), Y4, Y2
	VPAND      Y2, Y0, Y1
	VPCMPEQD   Y15, Y1, Y1
	VPAND      Y4, Y1, Y1
	STORE32

done:
	VZEROUPPER
	SUBQ dst_base+0(FP), DI
	SHRQ $2, DI
	MOVQ DI, ret+64(FP)
	RET

// func avoiding64(dst, src []uint64, bad uint64, front *[16][8]uint32) int
TEXT ·avoiding64(SB), NOSPLIT, $0-72
	MOVQ         front+56(FP), R10
	MOVQ         dst_base+0(FP), DI
	MOVQ         src_base+24(FP), SI
	MOVQ         src_len+32(FP), CX
	MOVQ         bad+48(FP), AX
	VMOVQ        AX, X0
	VPBROADCASTQ X0, Y0
	VPXOR        Y15, Y15, Y15
	SUBQ         $4, CX
	JB           tail

loop:
	VMOVDQU  (SI), Y2
	VPAND    Y2, Y0, Y1
	VPCMPEQQ Y15, Y1, Y1
	STORE64
	ADDQ     $32, SI
	SUBQ     $4, CX
	JAE      loop

tail:
	ADDQ       $4, CX
	JZ         done
	LEAQ       ·firsts+64(SB), R11
	NEGQ       CX
	VMOVDQU    (R11)(CX*8), Y4
	VPMASKMOVQ (SI), Y4, Y2
	VPAND      Y2, Y0, Y1
	VPCMPEQQ   Y15, Y1, Y1
	VPAND      Y4, Y1, Y1
	STORE64

done:
	VZEROUPPER
	SUBQ dst_base+0(FP), DI
	SHRQ $3, DI
	MOVQ DI, ret+64(FP)
	RET
