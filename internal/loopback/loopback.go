// Package loopback restricts pages of this machine to this machine.
package loopback

import (
	"net"
	"net/http"
)

// Host reports whether a host name or an address without its port is this machine's
// loopback: localhost, 127.0.0.0/8 or ::1.
func Host(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// NamesLoopback reports whether a request names the loopback in its Host header. A page of another
// site can make a browser send requests here under that site's name, when the site has the
// name resolve to this machine (DNS rebinding). Such a request names another host.
func NamesLoopback(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
		if n := len(host); n > 1 && host[0] == '[' && host[n-1] == ']' {
			host = host[1 : n-1]
		}
	}
	return Host(host)
}

// Only returns a handler that passes requests that [NamesLoopback] accepts to next, and answers others with
// status 403.
func Only(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !NamesLoopback(r) {
			http.Error(w, "this page is for this machine only: open localhost or 127.0.0.1", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}
