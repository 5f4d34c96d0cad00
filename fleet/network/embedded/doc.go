// Package embedded has a NATS server within the process, set up for the parts of a count:
// one replica, files that are synced at each write but for queues, and workers that may take parts and give
// results, and nothing else.
//
//	s, err := embedded.Start(network.Listen{Address: "127.0.0.1:4222", Dir: "q22/nats"})
//	nc, err := s.Connect() // for a network.Server
//
// It is a package of its own for its size: a program that does not import it is smaller by
// most of a NATS server.
package embedded
