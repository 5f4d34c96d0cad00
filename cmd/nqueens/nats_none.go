//go:build !nats

package main

import (
	"errors"

	"nqueens/fleet/network"
)

// startNATS has nothing to start: a NATS server would make the program larger by two thirds,
// also for those who never serve anything.
func startNATS(network.Listen) (network.Broker, error) {
	return nil, errors.New("this build has no NATS server within: go build -tags nats ./cmd/nqueens makes one that has, or name an existing one with --server")
}
