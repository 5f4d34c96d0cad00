package summary

import (
	"encoding/json"
	"testing"
)

// TestStatsJSON checks that an object with all numbers is written, also if there are none.
func TestStatsJSON(t *testing.T) {
	for want, s := range map[string]Stats{
		`{}`:                                    nil,
		`{"nodes":-1}`:                          {{"nodes", -1}},
		`{"a \"word\"":9007199254740993,"b":0}`: newStats(map[string]int64{"b": 0, `a "word"`: 1<<53 + 1}),
	} {
		if got, err := json.Marshal(s); err != nil || string(got) != want {
			t.Errorf("%s, %v; want %s", got, err, want)
		}
	}
}
