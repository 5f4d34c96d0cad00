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
