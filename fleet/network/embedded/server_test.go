package embedded

import (
	"testing"
	"time"

	"nqueens/fleet/network"
)

// TestSynced checks that NATS syncs each write, or within a second for a queue, where the default
// is two minutes, and that its memory and disk space are limited.
func TestSynced(t *testing.T) {
	s, err := Start(network.Listen{Address: "127.0.0.1:0", Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if c := s.nats.JetStreamConfig(); !c.SyncAlways || c.SyncInterval != time.Second || c.MaxMemory != 64<<20 || c.MaxStore != 16<<30 {
		t.Errorf("%+v", c)
	}
}
