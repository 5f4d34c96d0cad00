// A level of lanes of SIZE bytes: files at 0, left at LEFT, right at RIGHT bytes and so
// on, then its length.
#define LEFT(SIZE)   (const_levelSize*SIZE)
#define RIGHT(SIZE)  (const_levelSize*2*SIZE)
#define LEAPT(SIZE)  (const_levelSize*3*SIZE)
#define LATER(SIZE)  (const_levelSize*4*SIZE)
#define LENGTH(SIZE) (const_levelSize*5*SIZE)
