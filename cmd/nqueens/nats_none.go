//go:build !nats

package main

import (
	"errors"

	"nqueens/fleet/network"
)

// startNATS returns an error. A build with a NATS server is larger by two thirds, also for users
// who never serve.
func startNATS(network.Listen) (network.Broker, error) {
	return nil, errors.New("this build has no NATS server: build one with go build -tags nats ./cmd/nqueens, or name an existing server with --server")
}
