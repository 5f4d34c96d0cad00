package embedded

import (
	"testing"
	"time"

	"nqueens/fleet/network"
)

// TestSynced: NATS writes to the disk each second, which by default it does every two minutes, and may not take all the memory and the disk that there are.
func TestSynced(t *testing.T) {
	s, err := Start(network.Listen{Address: "127.0.0.1:0", Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if c := s.nats.JetStreamConfig(); c.SyncInterval != time.Second || c.MaxMemory != 64<<20 || c.MaxStore != 16<<30 {
		t.Errorf("%+v", c)
	}
}
