package loopback_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"nqueens/internal/loopback"
)

func TestOnly(t *testing.T) {
	page := loopback.Only(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }))
	for host, want := range map[string]int{
		"localhost":           http.StatusOK,
		"localhost:8222":      http.StatusOK,
		"127.0.0.1:8222":      http.StatusOK,
		"127.1.2.3":           http.StatusOK,
		"[::1]:8222":          http.StatusOK,
		"[::1]":               http.StatusOK,
		"":                    http.StatusForbidden,
		"evil.com":            http.StatusForbidden,
		"evil.com:8222":       http.StatusForbidden,
		"localhost.evil.com":  http.StatusForbidden,
		"127.0.0.1.evil.com":  http.StatusForbidden,
		"192.168.0.1:8222":    http.StatusForbidden,
		"[::ffff:10.0.0.1]:1": http.StatusForbidden,
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Host = host
		w := httptest.NewRecorder()
		page.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("Host %q: status %d, want %d", host, w.Code, want)
		}
	}
}
