package main

import (
	"context"
	"fmt"
	"strconv"

	"nqueens/proof"
)

// checkFormula checks a certified optimum of a formula.
func (c *proofCheck) checkFormula(ctx context.Context) error {
	best, err := proof.VerifyFormulaOptimum(ctx, c.Folder)
	if best.Problem.Formula != nil {
		c.Problem = best.Problem.String()
	}
	if err != nil {
		return err
	}
	c.formula, c.Steps, c.goal = &best, &best.Proof, best.Problem.Goal()
	if best.Solved {
		c.Optimum, c.Cost = &best.Value, best.Cost
	}
	return nil
}

// formulaText returns the verified statement about a formula.
func (c *proofCheck) formulaText() string {
	f := c.formula.Problem.Formula
	given := ""
	if len(f.Given) > 0 {
		given = fmt.Sprintf(" with %d given", len(f.Given))
	}
	if !c.formula.Solved {
		return f.Name + given + " has no solution"
	}
	value := strconv.Itoa(c.formula.Value)
	switch {
	case c.formula.Cost != nil:
		value = c.formula.Cost.WithDecimal()
	case f.Turned:
		value = strconv.Itoa(textValue(c.formula.Problem, c.formula.Value))
	}
	extreme := extremes[c.goal]
	if f.Turned {
		extreme = "least"
	}
	return fmt.Sprintf("the %s value of the objective in %s%s is %s", extreme, f.Name, given, value)
}
