package density

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Simkin's constant and its error bound ("The number of n-queens configurations").
const (
	SimkinAlpha      = 1.942
	SimkinAlphaError = 0.003
)

// Alpha returns the exponent of a single size: ln n − ln Q(n) / n. It tends to α, but slowly: it is 1.81 at n
// = 27.
func (d Density) Alpha() Cell {
	n := float64(d.N)
	return Cell{Value: math.Log(n) - d.LogCount/n, Error: d.LogCountError / n}
}

// Fit is a fit of α in the model ln Q(n) = n ln n − α n + β ln n + γ.
type Fit struct {
	Alpha, Beta, Gamma float64
	// Sampling is the standard error of Alpha due to the errors of Q(n). It is increased if the residuals are
	// larger: Q(n) is not quite as smooth as the model, and oscillates with n by 1 % at 20 and 0.3 % at 26.
	Sampling float64
	// Model is the change of Alpha if a term in 1/n is added to the model.
	Model float64
	// ChiSquare is the sum of the squared residuals in standard errors; about
	// Freedom if the model holds.
	ChiSquare float64
	Freedom   int
}

// Error combines both errors.
func (f Fit) Error() float64 { return math.Hypot(f.Sampling, f.Model) }

// leastSizes is the smallest number of sizes for a fit.
const leastSizes = 5

// FitAlpha fits the model to sampled densities of at least five sizes, by least
// squares weighted with their errors.
func FitAlpha(list []Density) (Fit, error) {
	if len(list) < leastSizes {
		return Fit{}, fmt.Errorf("fitting α needs at least %d sizes, not %d", leastSizes, len(list))
	}
	for _, d := range list {
		if !(d.LogCountError > 0) || math.IsInf(d.LogCountError, 1) {
			return Fit{}, fmt.Errorf("fitting α needs sizes with a sampling error, but n = %d has none", d.N)
		}
	}
	small, sampling, chi, err := leastSquares(list, 3)
	if err != nil {
		return Fit{}, err
	}
	large, _, _, err := leastSquares(list, 4)
	if err != nil {
		return Fit{}, err
	}
	sampling *= math.Sqrt(max(1, chi/float64(len(list)-3)))
	return Fit{
		Alpha: small[0], Beta: small[1], Gamma: small[2], Sampling: sampling,
		Model: math.Abs(large[0] - small[0]), ChiSquare: chi, Freedom: len(list) - 3,
	}, nil
}

// leastSquares fits the first terms of n ln n − ln Q(n) = α n − β ln n − γ − δ/n.
// It returns the coefficients, the standard error of the first and the sum of
// squares.
func leastSquares(list []Density, terms int) (coefficients []float64, alphaError, chi float64, err error) {
	design, values := mat.NewDense(len(list), terms, nil), mat.NewVecDense(len(list), nil)
	for i, d := range list {
		n := float64(d.N)
		for j, v := range []float64{n, -math.Log(n), -1, -1 / n}[:terms] {
			design.Set(i, j, v/d.LogCountError)
		}
		values.SetVec(i, (n*math.Log(n)-d.LogCount)/d.LogCountError)
	}
	var qr mat.QR
	qr.Factorize(design)
	var solution, residual mat.VecDense
	if err := qr.SolveVecTo(&solution, false, values); err != nil {
		return nil, 0, 0, fmt.Errorf("fitting α: the sizes are too few or too near: %w", err)
	}
	residual.MulVec(design, &solution)
	residual.SubVec(&residual, values)
	var normal, covariance mat.Dense
	normal.Mul(design.T(), design)
	if err := covariance.Inverse(&normal); err != nil {
		return nil, 0, 0, fmt.Errorf("fitting α: the sizes are too few or too near: %w", err)
	}
	return solution.RawVector().Data, math.Sqrt(covariance.At(0, 0)), mat.Dot(&residual, &residual), nil
}

// at returns the fitted value of ln n − ln Q(n) / n.
func (f Fit) at(n float64) float64 { return f.Alpha - (f.Beta*math.Log(n)+f.Gamma)/n }

// String describes the fit in a sentence.
func (f Fit) String() string {
	return fmt.Sprintf("α = %.4f ± %.4f (sampling) ± %.4f (model); Simkin: %.3f ± %.3f; χ² = %.1f for %d degrees of freedom; β = %.2f, γ = %.2f",
		f.Alpha, f.Sampling, f.Model, SimkinAlpha, SimkinAlphaError, f.ChiSquare, f.Freedom, f.Beta, f.Gamma)
}
