package isolate

import "testing"

// TestCappedWriter checks that output is kept up to the limit, and that more is reported once and
// discarded.
func TestCappedWriter(t *testing.T) {
	for _, test := range []struct {
		writes []string
		kept   string
		over   bool
	}{
		{nil, "", false}, {[]string{"abcd", ""}, "abcd", false}, {[]string{"ab", "cd"}, "abcd", false}, {[]string{"abcde"}, "abcd", true}, {[]string{"ab", "cde", "f"}, "abcd", true},
	} {
		full := make(chan struct{}, 1)
		w := &cappedWriter{limit: 4, full: full}
		for _, s := range test.writes {
			if n, err := w.Write([]byte(s)); n != len(s) || err != nil {
				t.Errorf("%q: %d bytes, %v", s, n, err)
			}
		}
		if kept, over := w.take(); string(kept) != test.kept || over != test.over || len(full) == 1 != test.over {
			t.Errorf("%q: kept %q, over %v, told %d times", test.writes, kept, over, len(full))
		}
		if n, err := w.Write([]byte("late")); n != 4 || err != nil {
			t.Errorf("written late: %d, %v", n, err)
		}
		if kept, _ := w.take(); string(kept) != test.kept {
			t.Errorf("%q: afterwards %q", test.writes, kept)
		}
	}
}
