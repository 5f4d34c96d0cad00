package network

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nqueens/fleet"
)

// Protocol is the version of the messages between workers and servers.
const Protocol = 2

// Each list has a stream with one consumer, from which all workers take parts.
const (
	consumerName = "nqueens"
	streamPrefix = "NQUEENS_"
)

// The subjects. Most are followed by the list's ID.
const (
	helloSubject = "nqueens.hello" // a request for work; each server replies for its list
	partSubject  = "nqueens.part." // the queue
	giveSubject  = "nqueens.give." // and the user: a delivery; the answer confirms that it is on the disk
	beatSubject  = "nqueens.beat." // and the user: a beat
	overSubject  = "nqueens.over." // from the server: all parts are done
)

// Anybody is the user of workers that use a token or no credentials. Other users are named by their
// public keys.
const Anybody = "any"

// WorkerPermissions returns the subjects on which a worker may publish and to which it may
// subscribe. They allow it to take parts and deliver results as its user, and nothing else.
func WorkerPermissions(user string) (publish, subscribe []string) {
	return []string{
			helloSubject, giveSubject + "*." + user, beatSubject + "*." + user,
			"$JS.API.CONSUMER.INFO.*." + consumerName, "$JS.API.CONSUMER.MSG.NEXT.*." + consumerName,
			"$JS.ACK.*." + consumerName + ".>", "$JS.ACK.*.*.*." + consumerName + ".>",
		}, []string{
			nats.InboxPrefix + ">", overSubject + "*",
		}
}

// listID returns the name of a list in subjects, a digest of its content.
func listID(l *fleet.List) string {
	text, err := json.Marshal(l)
	if err != nil {
		panic(err) // it was read from JSON
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// subjectOf returns the subject of a part in the queue.
func subjectOf(id string, p fleet.Part) string {
	kind := "first"
	if p.Check {
		kind = "check"
	}
	return fmt.Sprintf("%s%s.%s.%d", partSubject, id, kind, p.Number)
}

// streamOf returns the configuration of the work queue of a list. NATS does not wait for the disk
// when a part is added or removed, even if it syncs each write: a lost queue is made again from the
// journal, which waits for the disk once for all results that arrive together.
func streamOf(id string) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: streamPrefix + id, Subjects: []string{partSubject + id + ".>"},
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Replicas: 1, PersistMode: jetstream.AsyncPersistMode,
	}
}

// consumerOf returns the configuration of the consumer that leases the parts of a queue to any
// number of workers, any number of times. The server decides when a part is set aside.
func consumerOf(lease time.Duration) jetstream.ConsumerConfig {
	const many = 1 << 16 // waiting workers; the default, 512, would reject others
	return jetstream.ConsumerConfig{
		Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: lease,
		MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: many,
	}
}

// A hello is a server's description of its list.
type hello struct {
	Protocol int        `json:"protocol"`
	ID       string     `json:"id"`    // of the list
	First    fleet.Part `json:"first"` // with which a worker checks whether it can compute the parts
	Left     bool       `json:"left"`  // parts remain to be computed or checked
}

// A delivery is the message in which a worker delivers a result. Either Result or Failure is set.
type delivery struct {
	Worker  string         `json:"worker"` // the process
	Subject string         `json:"subject"`
	Result  *fleet.Result  `json:"result,omitempty"`
	Failure *fleet.Failure `json:"failure,omitempty"`
}

// An answer confirms that a delivery is in the journal.
type answer struct {
	Refused string `json:"refused,omitempty"` // why it is not accepted, and never will be
}

// A beat is a regular message of a worker about itself. It is for information only, except that it
// also asks whether the worker may compute a check.
type beat struct {
	Worker  string `json:"worker"` // the process
	Machine string `json:"machine"`
	Threads int    `json:"threads"`
	Build   string `json:"build"`
	Part    string `json:"part,omitempty"`  // the subject of the part that it computes
	Taken   bool   `json:"taken,omitempty"` // it has just taken the part
	Gone    bool   `json:"gone,omitempty"`  // it ends, and has returned its part
	Lacks   string `json:"lacks,omitempty"` // what is missing here for a part that other workers must take
}

// A permit is a server's answer to a beat, the message by which a worker keeps its part.
type permit struct {
	// Elsewhere means that the worker must not compute the check, because the same machine computed
	// the part first and another machine is present.
	Elsewhere bool          `json:"elsewhere,omitempty"`
	Lease     time.Duration `json:"lease,omitempty"` // from which the interval of the beats follows
}
