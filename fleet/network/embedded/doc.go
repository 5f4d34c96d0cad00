// Package embedded provides a NATS server within the process, configured for the parts of a count:
// one replica, files that are synced at each write except those of queues, and workers that may
// only take parts and deliver results.
//
//	s, err := embedded.Start(network.Listen{Address: "127.0.0.1:4222", Dir: "q22/nats"})
//	nc, err := s.Connect() // for a network.Server
//
// It is a separate package because it contains most of a NATS server, which other programs need not
// link.
package embedded
