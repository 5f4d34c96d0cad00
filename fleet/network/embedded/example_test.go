package embedded_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/bitmask"
	"nqueens/backends/quadrant"
	"nqueens/family"
	"nqueens/fleet"
	"nqueens/fleet/network"
	"nqueens/fleet/network/embedded"
)

// A count in ten parts, distributed over NATS to a worker.
func Example() {
	dir, err := os.MkdirTemp("", "q10")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	request := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 10}, Task: nqueens.CountAll}
	list, err := fleet.Plan{Parts: 10, Recheck: 0.1, Pilot: time.Millisecond}.Make(context.Background(), quadrant.New(), request)
	if err != nil {
		fmt.Println(err)
		return
	}
	journal, err := fleet.OpenJournal(dir, list)
	if err != nil {
		fmt.Println(err)
		return
	}
	broker, err := embedded.Start(network.Listen{Address: "127.0.0.1:0", Dir: dir + "/nats"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer broker.Close()
	connection, err := broker.Connect()
	if err != nil {
		fmt.Println(err)
		return
	}
	server, err := network.NewServer(connection, journal, network.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	counted := make(chan error)
	go func() { counted <- server.Run(context.Background()) }()

	w := fleet.Worker{Backends: []backends.Backend{quadrant.New(), bitmask.New()}, Families: family.All(), Machine: "desk"} // on any machine
	err = network.Worker{Machine: w.Machine, Check: w.Check, Do: w.Do}.Work(context.Background(), network.Address{URL: broker.URL()})
	fmt.Println(err, <-counted, server.Status().Count.Sum)
	// Output: <nil> <nil> 724
}
