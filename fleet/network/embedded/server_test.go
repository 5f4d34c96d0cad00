package embedded

import (
	"testing"
	"time"

	"nqueens/fleet/network"
)

// TestSynced: NATS waits for the disk at each write, and a second later where a queue does without,
// which by default it does every two minutes; it may not take all the memory and the disk that there are.
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
