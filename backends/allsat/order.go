package allsat

// order is a heap of variables to decide, wanted ones first, then those that
// took part in recent conflicts (VSIDS of Moskewicz and others, 2001).
type order struct {
	activity []float64
	wanted   []bool
	heap     []int32
	at       []int32 // where each variable is in heap, −1 if it is not
	bump     float64
}

func newOrder(activity []float64, wanted []bool) *order {
	o := &order{activity: activity, wanted: wanted, at: make([]int32, len(activity)), bump: 1}
	for v := range o.at {
		o.at[v] = -1
	}
	for v := range int32(len(activity)) {
		o.put(v)
	}
	return o
}

func (o *order) before(a, b int32) bool {
	if o.wanted[a] != o.wanted[b] {
		return o.wanted[a]
	}
	return o.activity[a] > o.activity[b]
}

// put adds a variable if it is not there.
func (o *order) put(v int32) {
	if o.at[v] >= 0 {
		return
	}
	o.at[v] = int32(len(o.heap))
	o.heap = append(o.heap, v)
	o.up(o.at[v])
}

// pick takes out the first variable that has no value.
func (o *order) pick(value []truth) (v int32, ok bool) {
	for len(o.heap) > 0 {
		v := o.heap[0]
		last := o.heap[len(o.heap)-1]
		o.heap = o.heap[:len(o.heap)-1]
		o.at[v] = -1
		if len(o.heap) > 0 {
			o.heap[0], o.at[last] = last, 0
			if v != last {
				o.down(0)
			}
		}
		if value[2*v] == unknown {
			return v, true
		}
	}
	return 0, false
}

// raise makes a variable come sooner.
func (o *order) raise(v int32) {
	const most = 1e100
	if o.activity[v] += o.bump; o.activity[v] > most {
		for i := range o.activity {
			o.activity[i] /= most
		}
		o.bump /= most
	}
	if o.at[v] >= 0 {
		o.up(o.at[v])
	}
}

// age makes earlier conflicts count for less.
func (o *order) age() { o.bump /= 0.98 }

func (o *order) up(i int32) {
	v := o.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !o.before(v, o.heap[parent]) {
			break
		}
		o.heap[i] = o.heap[parent]
		o.at[o.heap[i]] = i
		i = parent
	}
	o.heap[i], o.at[v] = v, i
}

func (o *order) down(i int32) {
	v := o.heap[i]
	for {
		child := 2*i + 1
		if int(child) >= len(o.heap) {
			break
		}
		if r := child + 1; int(r) < len(o.heap) && o.before(o.heap[r], o.heap[child]) {
			child = r
		}
		if !o.before(o.heap[child], v) {
			break
		}
		o.heap[i] = o.heap[child]
		o.at[o.heap[i]] = i
		i = child
	}
	o.heap[i], o.at[v] = v, i
}
