package answer

import (
	"cmp"
	"context"
	"fmt"

	"nqueens"
	"nqueens/encode"
)

// encoding returns the encoding of the request, or else the default of a backend.
func encoding(r nqueens.Request, byDefault string) (encode.Encoding, error) {
	return encode.EncodingNamed(cmp.Or(r.Encoding, byDefault))
}

// CheckClauses returns an error if the problem of the request cannot be stated in clauses, or takes
// more than most clauses. The error begins with name, the backend's name.
func CheckClauses(name string, r nqueens.Request, byDefault string, most int) error {
	e, err := encoding(r, byDefault)
	if err != nil {
		return err
	}
	o, err := Outline(name, r.Problem)
	if err != nil {
		return err
	}
	if err := encode.CheckClauses(o); err != nil {
		return fmt.Errorf("%s takes clauses: %w", name, err)
	}
	return Bound(name, r, o, func(o nqueens.Outline) int { return e.SizeOf(o).Clauses }, most, "clauses under the encoding "+e.Name)
}

// Clauses returns the model of the request's problem and its clauses.
func Clauses(ctx context.Context, r nqueens.Request, byDefault string) (*nqueens.Model, *encode.CNF, error) {
	return Encode(ctx, r, func(m *nqueens.Model) (*encode.CNF, error) {
		e, err := encoding(r, byDefault)
		if err != nil {
			return nil, err
		}
		return encode.FromModel(m, e), nil
	})
}
