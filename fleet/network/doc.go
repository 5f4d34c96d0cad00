// Package network distributes the parts of a count over NATS JetStream to workers on any machines
// that can reach the server. Workers may join and leave at any time.
//
// A Server puts the parts of a [fleet.List] that must be computed into a work queue and records
// results in the [fleet.Journal]. A Worker takes parts and delivers results:
//
//	s, err := network.NewServer(nc, journal, network.Settings{})
//	err = s.Run(ctx) // until all is done
//
//	err := worker.Work(ctx, network.Address{URL: "nats://127.0.0.1:4222"})
//
// NATS leases parts; the journal is the record. A part is leased to a worker as long as the worker
// sends messages about it. If the messages stop, another worker gets the part. A worker keeps a
// result until it is on the server's disk, in the journal. Lost, repeated or late messages
// therefore do no harm, and neither does the loss of everything that NATS has stored: the queue is
// made again from the list and the journal.
//
// Messages contain only ranges of tasks and their results, never a command, path or program.
// Package embedded provides a NATS server within the process.
package network
