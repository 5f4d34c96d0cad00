package isolate

import (
	"testing"
)

func TestParseStat(t *testing.T) {
	const stat = "77 (a) (b c) S 7 70 71 0 -1 4194304 1 2 3 4 250 31 9 9 20 0 1 0 123456 999999 3 18446744073709551615 1\n"
	got, ok := parseStat(stat)
	want := process{state: 'S', parent: 7, group: 70, session: 71, user: 250, sys: 31, children: 18, start: 123456}
	if !ok || got != want {
		t.Errorf("parseStat = %+v, %v; want %+v", got, ok, want)
	}
	for _, bad := range []string{"", "77 (a", "77 (a) S 1 2"} {
		if _, ok := parseStat(bad); ok {
			t.Errorf("parseStat(%q) succeeds", bad)
		}
	}
}
