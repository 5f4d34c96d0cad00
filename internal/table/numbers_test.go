package table

import (
	"testing"
	"time"
)

func TestDuration(t *testing.T) {
	for seconds, want := range map[float64]string{
		0: "0 ns", 1e-9: "1 ns", 1.234e-6: "1.23 µs", 0.9996e-6: "1 µs", 0.0456: "45.6 ms", 0.9996: "1 s", 0.9994: "999 ms",
		12.34: "12.3 s", 999.6: "1000 s", 86400: "86400 s",
	} {
		if got := Duration(seconds); got != want {
			t.Errorf("%v: %s, want %s", seconds, got, want)
		}
	}
	for value, want := range map[float64]string{
		0.000304: "300 µs", 0.0021: "2.1 ms", 6.26: "6.3 s", 0.9996: "1.0 s", 120: "120 s", 3.2e-9: "3.2 ns", 0.0995: "100 ms",
	} {
		if got := ShortDuration(value); got != want {
			t.Errorf("short, %g: %q, want %q", value, got, want)
		}
	}
}

func TestShortRatio(t *testing.T) {
	for value, want := range map[float64]string{1: "1.0", 9.94: "9.9", 9.96: "10", 123.4: "123", 1e6: "1e+06"} {
		if got := ShortRatio(value); got != want {
			t.Errorf("%g: %q, want %q", value, got, want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{Ranges([]int{9, 4, 7, 6, 9, 12, 13, 8}, "–"), "4, 6–9, 12, 13"},
		{Ranges([]int{1, 2, 3, 5, 7, 8}, " to "), "1 to 3, 5, 7, 8"},
		{Ranges(nil, " to "), ""},
		{Speed(12), "12 × faster"},
		{Speed(1 / 268.0), "268 × slower"},
		{Speed(1.25), "1.25 × faster"},
		{Speed(0.999), "as fast"},
		{SpeedBetween(4, 3.5, 5), "4 × faster [3.5, 5]"},
		{SpeedBetween(0.25, 0.2, 1.25), "4 × slower [0.8, 5]"},
		{SpeedBetween(1, 0.9, 1.1), "as fast [0.9, 1.1]"},
		{DurationBetween(1.23e-3, 0.9996e-3, 1.5), "1.23 ms [1, 1500]"},
		{Count(0), "0"},
		{Count(999), "999"},
		{Count(1234567), "1,234,567"},
		{Rough(5.44), "5.4 s"},
		{Rough(99.9), "100 s"},
		{Rough(600), "10 min"},
		{Rough(3 * 86400), "3 days"},
		{Rough(1e9), "32 years"},
		{Flag(3 * time.Minute), "3m"},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}

// Units change at round numbers, and a change that doubles or halves is written as a factor.
func TestUnitsChange(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{Rough(9.9), "9.9 s"}, {Rough(9.95), "10 s"}, {Rough(99), "99 s"}, {Rough(100), "2 min"}, {Rough(6000), "2 h"},
		{Change(1.123), "+12.3 %"}, {Change(2.5), "×2.5"}, {Change(1), "±0 %"},
	} {
		if test.got != test.want {
			t.Errorf("%s, want %s", test.got, test.want)
		}
	}
}

// TestBoundaries checks each number at which the format changes, and the last one before it.
func TestBoundaries(t *testing.T) {
	const minute, hour, day, year = 60, 3600, 86400, 31557600
	for _, test := range []struct{ got, want string }{
		{Duration(0.9995), "1 s"}, {Duration(0.99949), "999 ms"}, {Duration(0.95), "950 ms"}, {Duration(0.96e-3), "960 µs"}, {Duration(0.96e-6), "960 ns"},
		{Digits(999.4), "999"}, {Digits(999.5), "1000"}, {Digits(0.1234), "0.123"}, {Digits(1000), "1000"},
		{ShortRatio(9.9), "9.9"}, {ShortRatio(9.95), "10"}, {ShortRatio(9999), "9999"}, {ShortRatio(9999.5), "1e+04"},
		{ShortDuration(9.9e-7), "990 ns"}, {ShortDuration(1e-6), "1.0 µs"}, {ShortDuration(0.00094), "940 µs"}, {ShortDuration(1), "1.0 s"}, {ShortDuration(94), "94 s"}, {ShortDuration(12.6), "13 s"},
		{Rough(9.94), "9.9 s"}, {Rough(99.4), "99 s"}, {Rough(100), "2 min"}, {Rough(99 * minute), "99 min"}, {Rough(100*minute - 31), "99 min"}, {Rough(100 * minute), "2 h"},
		{Rough(47.5 * hour), "48 h"}, {Rough(48*hour - 1), "48 h"}, {Rough(48 * hour), "2 days"}, {Rough(3.5 * day), "4 days"}, {Rough(365 * day), "365 days"},
		{Rough(year - 1), "365 days"}, {Rough(year), "1 year"}, {Rough(1.4 * year), "1 year"}, {Rough(1.6 * year), "2 years"}, {Rough(11 * year), "11 years"},
		{Flag(time.Hour), "1h"}, {Flag(70 * time.Minute), "1h10m"}, {Flag(10 * time.Minute), "10m"}, {Flag(90 * time.Second), "1m30s"}, {Flag(20 * time.Second), "20s"}, {Flag(time.Hour + 20*time.Second), "1h0m20s"},
		{Speed(1.004), "as fast"}, {Speed(1.006), "1.01 × faster"}, {Speed(0.5), "2 × slower"},
		{Change(1.9), "+90 %"}, {Change(1.99), "+99 %"}, {Change(1.995), "×2"}, {Change(0.505), "×0.505"}, {Change(0.506), "−49.4 %"}, {Change(0.96), "−4 %"},
		{Change(1.000049), "±0 %"}, {Change(0.999951), "±0 %"}, {Change(1.000051), "+0.0051 %"},
		{ChangeBetween(1.1, 1.05, 1.2), "+10 % [+5, +20]"}, {ChangeBetween(0.9, 0.8, 1.05), "−10 % [−20, +5]"}, {ChangeBetween(1.5, 0.4, 1.6), "×1.5 [0.4, 1.6]"},
		{ChangeBetween(1.5, 1.2, 2.5), "×1.5 [1.2, 2.5]"}, {ChangeBetween(2.5, 1.5, 1.9), "×2.5 [1.5, 1.9]"},
		{Count(1000), "1,000"}, {Count(123456), "123,456"}, {Count(1234.9), "1,234"}, {Plural(0, "part"), "0 parts"}, {Plural(1, "part"), "1 part"}, {Plural(2, "part"), "2 parts"},
		{Ranges([]int{1, 2}, "–"), "1, 2"}, {Ranges([]int{1, 2, 3}, "–"), "1–3"}, {Ranges([]int{5}, "–"), "5"}, {Ranges([]int{1, 3, 5}, "–"), "1, 3, 5"},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}
