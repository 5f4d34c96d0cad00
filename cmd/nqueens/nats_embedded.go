//go:build nats

package main

import (
	"nqueens/fleet/network"
	"nqueens/fleet/network/embedded"
)

func startNATS(l network.Listen) (network.Broker, error) { return embedded.Start(l) }
