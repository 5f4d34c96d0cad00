package proof_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nqueens/backends/cutting"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/proof"
)

// TestEnumerationCertificate lists the solutions of boards in the format of VeriPB.
func TestEnumerationCertificate(t *testing.T) {
	for name, want := range map[string]int64{
		"queens(6)": 4, "queens(3)": 0, "queens(7, given=a1)": 4, "torus(5)": 10, "queens(5, pieces=3)": 204, "queens(5, blocked=a2+a4)": 6, "kings(3, pieces=4)": 1,
	} {
		p, err := family.All().Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.Join(t.TempDir(), "c")
		n, err := proof.EnumerationCertificate(t.Context(), folder, p, cutting.Enumerate)
		if err != nil || n != want {
			t.Errorf("%s: %d, %v: should be %d", name, n, err, want)
			continue
		}
		c, err := proof.VerifyCount(t.Context(), folder, family.All())
		if err != nil || c.Solutions != want || !c.Proof.Verified {
			t.Errorf("%s: %+v, %v: should be %d", name, c, err, want)
		}
		// What is written can be read.
		text, err := os.Open(filepath.Join(folder, proof.ConstraintsFile))
		if err != nil {
			t.Fatal(err)
		}
		f, err := encode.ReadOPB(text)
		text.Close() //nolint:errcheck // only read
		if err != nil || len(f.Preserved) != f.Variables {
			t.Errorf("%s: %v, %d preserved", name, err, len(f.Preserved))
		}
	}
	for name, says := range map[string]string{"kings(4)": "asks for the most pieces"} {
		p, err := family.All().Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.Join(t.TempDir(), "c")
		_, err = proof.EnumerationCertificate(t.Context(), folder, p, cutting.Enumerate)
		if _, missing := os.Stat(folder); err == nil || !strings.Contains(err.Error(), says) || !errors.Is(missing, os.ErrNotExist) {
			t.Errorf("%s: %v, %v", name, err, missing)
		}
	}
}

// TestDamagedEnumeration damages every line of certificates. Each is refused, or still has the same number of solutions.
func TestDamagedEnumeration(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	refused, right := 0, 0
	for _, name := range []string{"queens(4)", "queens(3)"} {
		p, err := family.All().Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.Join(t.TempDir(), "c")
		want, err := proof.EnumerationCertificate(t.Context(), folder, p, cutting.Enumerate)
		if err != nil {
			t.Fatal(err)
		}
		packed := filepath.Join(folder, proof.EnumerationFile+".gz")
		plain, err := gunzipped(packed)
		if err == nil {
			err = errors.Join(os.WriteFile(filepath.Join(folder, proof.EnumerationFile), plain, 0o666), os.Remove(packed))
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{proof.EnumerationFile, proof.ConstraintsFile} {
			path := filepath.Join(folder, name)
			whole, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			damages(string(whole), random, func(kind, damaged string) {
				if damaged == string(whole) {
					return
				}
				if err := os.WriteFile(path, []byte(damaged), 0o666); err != nil {
					t.Fatal(err)
				}
				got, err := proof.VerifyCount(t.Context(), folder, family.All())
				switch {
				case err != nil:
					refused++
				case got.Solutions != want || name == proof.ConstraintsFile:
					t.Fatalf("%s, %s: accepted with %d\n%s", name, kind, got.Solutions, damaged)
				default:
					right++
				}
			})
			if err := os.WriteFile(path, whole, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if refused < 500 {
		t.Errorf("%d refused, %d right all the same", refused, right)
	}
	t.Log(refused, right)
}
