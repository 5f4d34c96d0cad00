// Package levels reads the division of boards into regions from texts that puzzle programs use:
//
//   - a drawing, one character a square: AAB, ACB, CCB on lines of their own; squares may be
//     separated by blanks or commas, and then have numbers of any length,
//   - a compact line: 001/021/221,
//   - arrays of JSON, JavaScript or TypeScript: [["A","A","B"],…], [[0,0,1],…] or ["AAB",…].
//
// A text may hold many levels. In a drawing, a Q or a # behind the letter of a square means a queen
// that is given or a blocked square. Lines that are no rows end a level; the last such line before
// a level is its title, which may state the number of queens in each region: level 5, 2 stars.
package levels
