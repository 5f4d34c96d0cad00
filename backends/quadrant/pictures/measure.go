package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"

	"nqueens"
	"nqueens/backends/checkpoint"
	"nqueens/backends/quadrant"
)

// measurement is a part of a count, done by a process of its own with one thread.
type measurement struct {
	N       int
	Part    checkpoint.Part
	Found   uint64  // solutions
	Pairs   uint64  // of half-boards that were compared
	Seconds float64 // of user time
}

//go:embed measured.json
var measured []byte

// measurements are those that the page shows.
func measurements() (list []measurement) {
	if err := json.Unmarshal(measured, &list); err != nil {
		panic(err) // it is a part of this program
	}
	return list
}

// measure makes all measurements again, which takes minutes. Of short counts it
// takes the best of three.
func measure() error {
	var list []measurement
	var runs []measurement
	for n := 8; n <= 20; n++ {
		runs = append(runs, measurement{N: n, Part: checkpoint.Whole})
	}
	for _, s := range []struct {
		n, of int
		parts []int
	}{
		{21, 300, []int{1, 100, 200}}, {22, 1000, []int{1, 333, 666}}, {23, 10_000, []int{1, 3333, 6666}},
		{24, 100_000, []int{1, 33_333, 66_666}}, {25, 100_000, []int{1, 20_001}},
	} {
		for _, k := range s.parts {
			runs = append(runs, measurement{N: s.n, Part: checkpoint.Part{K: k, Of: s.of}})
		}
	}
	for _, m := range runs {
		m.Seconds = math.Inf(1)
		times := 3
		if m.N > 18 {
			times = 1
		}
		for range times {
			if err := m.run(); err != nil {
				return err
			}
		}
		fmt.Fprintf(os.Stderr, "%+v\n", m)
		list = append(list, m)
	}
	text, err := encoded(list)
	if err != nil {
		return err
	}
	measured = text
	return os.WriteFile(folder+"measured.json", text, 0o644)
}

// encoded is the measurements as the file has them, a line each.
func encoded(list []measurement) ([]byte, error) {
	text := []byte("[")
	for i, m := range list {
		line, err := json.Marshal(m)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			text = append(text, ',')
		}
		text = append(append(text, "\n\t"...), line...)
	}
	return append(text, "\n]\n"...), nil
}

// run counts in a process of its own.
func (m *measurement) run() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	c := exec.Command(self, "count", fmt.Sprint(m.N), m.Part.String())
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return fmt.Errorf("counting %d queens, part %v: %w", m.N, m.Part, err)
	}
	m.Seconds = min(m.Seconds, c.ProcessState.UserTime().Seconds())
	_, err = fmt.Fscan(bytes.NewReader(out), &m.Found, &m.Pairs)
	return err
}

// count is what that process does.
func count(n, part string) error {
	var size int
	if _, err := fmt.Sscan(n, &size); err != nil {
		return err
	}
	p, err := checkpoint.ParsePart(part)
	if err != nil {
		return err
	}
	request := nqueens.Request{Problem: nqueens.Problem{Family: nqueens.Queens, N: size}, Task: nqueens.CountAll}
	t, err := checkpoint.New(quadrant.New(), request, p)
	if err != nil {
		return err
	}
	if err := t.Run(context.Background(), nil); err != nil {
		return err
	}
	fmt.Println(t.Found, t.Stats["pairs"])
	return nil
}
