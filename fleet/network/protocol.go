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

// Protocol is the version of what workers and servers tell each other.
const Protocol = 2

// Of each list there is a stream, with one consumer, from which all workers take parts.
const (
	consumerName = "nqueens"
	streamPrefix = "NQUEENS_"
)

// The subjects, most of them followed by the list's ID.
const (
	helloSubject = "nqueens.hello" // what is there to do? Each server answers for its list
	partSubject  = "nqueens.part." // the queue
	giveSubject  = "nqueens.give." // and the user: a given; the answer says that it is on the disk
	beatSubject  = "nqueens.beat." // and the user: a beat
	overSubject  = "nqueens.over." // from the server: all parts are done
)

// Anybody is the user of workers who know a token, or nothing. Others are called by their
// public keys.
const Anybody = "any"

// WorkerPermissions are the subjects on which a worker may publish and to which it may
// subscribe: it takes parts and gives results, as the user that it is, and does nothing else.
func WorkerPermissions(user string) (publish, subscribe []string) {
	return []string{
			helloSubject, giveSubject + "*." + user, beatSubject + "*." + user,
			"$JS.API.CONSUMER.INFO.*." + consumerName, "$JS.API.CONSUMER.MSG.NEXT.*." + consumerName,
			"$JS.ACK.*." + consumerName + ".>", "$JS.ACK.*.*.*." + consumerName + ".>",
		}, []string{
			nats.InboxPrefix + ">", overSubject + "*",
		}
}

// listID names a list in subjects, by its content.
func listID(l *fleet.List) string {
	text, err := json.Marshal(l)
	if err != nil {
		panic(err) // it was read from JSON
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// subjectOf is where a part stands in the queue.
func subjectOf(id string, p fleet.Part) string {
	kind := "first"
	if p.Check {
		kind = "check"
	}
	return fmt.Sprintf("%s%s.%s.%d", partSubject, id, kind, p.Number)
}

// streamOf is the work queue of a list. NATS does not wait for the disk when a part is put in or
// taken out, even where it is told to sync each write: what is lost of the queue the journal makes
// again, and that waits for the disk once for all results that come together.
func streamOf(id string) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: streamPrefix + id, Subjects: []string{partSubject + id + ".>"},
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Replicas: 1, PersistMode: jetstream.AsyncPersistMode,
	}
}

// consumerOf leases the parts of a queue, to any number of workers and as often as it takes:
// the server says when a part is set aside.
func consumerOf(lease time.Duration) jetstream.ConsumerConfig {
	const many = 1 << 16 // workers that wait; the default, 512, turns others away
	return jetstream.ConsumerConfig{
		Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: lease,
		MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: many,
	}
}

// hello is what a server says of its list.
type hello struct {
	Protocol int        `json:"protocol"`
	ID       string     `json:"id"`    // the list's
	First    fleet.Part `json:"first"` // by which a worker sees whether it can compute it
	Left     bool       `json:"left"`  // there are parts that are not done, or are to be computed again
}

// given is what a worker gives: one of them.
type given struct {
	Worker  string         `json:"worker"` // the process
	Subject string         `json:"subject"`
	Result  *fleet.Result  `json:"result,omitempty"`
	Failure *fleet.Failure `json:"failure,omitempty"`
}

// answer is what the server says to a given when it is in the journal.
type answer struct {
	Refused string `json:"refused,omitempty"` // why it is not, and never will be
}

// beat is what a worker says of itself from time to time. It only informs, but that it asks
// with one whether it may compute a part again.
type beat struct {
	Worker  string `json:"worker"` // the process
	Machine string `json:"machine"`
	Threads int    `json:"threads"`
	Build   string `json:"build"`
	Part    string `json:"part,omitempty"`  // the subject of the part that it computes
	Taken   bool   `json:"taken,omitempty"` // just now
	Gone    bool   `json:"gone,omitempty"`  // it ends, and gave its part back
	Lacks   string `json:"lacks,omitempty"` // what it would need for a part that it left to others
}

// permit is the answer to a beat.
type permit struct {
	// Elsewhere says to one who wants to compute a part again that the same machine computed it at first and
	// that another is there.
	Elsewhere bool          `json:"elsewhere,omitempty"`
	Lease     time.Duration `json:"lease,omitempty"` // by which it is to beat from now on
}
