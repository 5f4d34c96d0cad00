package play_test

import (
	"bytes"
	"fmt"

	"nqueens/show/play"
)

// The page is one HTML file.
func Example() {
	var page bytes.Buffer
	if err := play.Write(&page); err != nil {
		fmt.Println(err)
	}
	fmt.Println(bytes.HasPrefix(page.Bytes(), []byte("<!DOCTYPE html>")))
	// Output: true
}
