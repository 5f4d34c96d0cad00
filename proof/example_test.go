package proof_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/proof"
)

// Two variables with all four clauses on them, a proof, and an empty proof.
func Example() {
	f := encode.NewCNF(2)
	f.Add(1, 2)
	f.Add(1, -2)
	f.Add(-1, 2)
	f.Add(-1, -2)
	result, err := proof.Check(context.Background(), f, strings.NewReader("1 0\n0\n"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("verified:", result.Verified)

	_, err = proof.Check(context.Background(), f, strings.NewReader("3 0\n0\n"))
	fmt.Println(err)
	// Output:
	// verified: true
	// proof, line 2: the empty clause does not follow by unit propagation
}

// The ten solutions for five queens, proved.
func ExampleVerifyCount() {
	folder, err := os.MkdirTemp("", "certificate")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	ctx := context.Background()
	problem := nqueens.Problem{Family: family.Queens, N: 5}
	if _, err := proof.CountCertificate(ctx, folder, problem, nil, nil); err != nil {
		log.Fatal(err)
	}
	count, err := proof.VerifyCount(ctx, folder, family.All())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(count.Problem, "has", count.Solutions, "solutions")
	// Output:
	// queens(5) has 10 solutions
}
