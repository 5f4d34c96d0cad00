package dlx

import "slices"

// A post carries solutions from several searching goroutines to the one that
// asked for them. They travel in batches, so that the searches seldom wait for
// each other; a batch leaves early when the receiver has nothing to do. The
// batches go round: the memory does not grow with the solutions.
type post struct {
	full    chan *batch
	empty   chan *batch
	senders int
}

// A batch is some solutions, one after the other.
type batch struct {
	options []int
	ends    []int // where each solution ends
	last    bool  // the sender has no more
}

// batchSize is the number of solutions in a full batch.
const batchSize = 256

func newPost(senders int) *post {
	p := &post{full: make(chan *batch), empty: make(chan *batch, 2*senders), senders: senders}
	for range 2 * senders {
		p.empty <- new(batch)
	}
	return p
}

// A sender is one searching goroutine's end of a post.
type sender struct {
	*post
	*batch
}

func (p *post) sender() *sender { return &sender{p, <-p.empty} }

// send posts one solution. It returns true: a search that nobody listens to is
// stopped by its context.
func (s *sender) send(options []int) bool {
	s.options = append(s.options, options...)
	s.ends = append(s.ends, len(s.options))
	if len(s.ends) == batchSize {
		s.full <- s.batch
		s.batch = <-s.empty
		return true
	}
	select {
	case s.full <- s.batch:
		s.batch = <-s.empty
	default:
	}
	return true
}

// close posts what is left and says that this was all.
func (s *sender) close() {
	s.last = true
	s.full <- s.batch
}

// deliver hands every solution to visit until visit wants no more, and then
// calls stop. It returns when all senders have closed, and says whether visit
// wanted all.
func (p *post) deliver(visit func([]int) bool, stop func()) (all bool) {
	defer func() { // also when visit panics
		if !all {
			stop()
		}
		for p.senders > 0 {
			p.recycle(p.receive())
		}
	}()
	for p.senders > 0 {
		b := p.receive()
		start := 0
		for _, end := range b.ends {
			if !visit(slices.Clip(b.options[start:end])) {
				p.recycle(b)
				return false
			}
			start = end
		}
		p.recycle(b)
	}
	return true
}

// receive returns the next batch, not yet emptied.
func (p *post) receive() *batch {
	b := <-p.full
	if b.last {
		p.senders--
	}
	return b
}

// recycle empties a batch for the next sender that needs one.
func (p *post) recycle(b *batch) {
	b.options, b.ends, b.last = b.options[:0], b.ends[:0], false
	p.empty <- b
}
