// Package network hands out the parts of a count over NATS JetStream, to workers on any
// machines that reach the server, at any time.
//
// A Server puts the parts of a [fleet.List] that are to be computed into a work queue and
// takes results into the [fleet.Journal]. A Worker takes parts and gives results:
//
//	s, err := network.NewServer(nc, journal, network.Settings{})
//	err = s.Run(ctx) // until all is done
//
//	err := worker.Work(ctx, network.Address{URL: "nats://127.0.0.1:4222"})
//
// NATS leases, the journal decides. A part is leased to a worker for as long as the worker
// says that it is at it; of one that is not heard of the part goes to another. A worker
// keeps a result until the server has it in the journal, on the disk. So it changes nothing
// if messages are lost, come twice or late, or if all that NATS has stored is gone: the
// queue is made again from the list and the journal.
//
// What goes over the wire are ranges of tasks and what was found in them: no command, path
// or program. Package embedded has a NATS server within the process.
package network
