NAME r
ROWS
 N cost
 G row
COLUMNS
 x cost 1
 x row -5
RHS
 RHS row -4
RANGES
 RNG row 3
BOUNDS
 BV BND x
ENDATA
