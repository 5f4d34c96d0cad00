package cutting

// An order is a heap of variables, the most active first.
type order struct {
	activity []float64
	heap     []int32
	place    []int32 // by variable; -1 if it is not in the heap
	bump     float64
}

func (o *order) grow() {
	v := int32(len(o.activity))
	o.activity, o.place = append(o.activity, 0), append(o.place, -1)
	o.insert(v)
}

func (o *order) insert(v int32) {
	if o.place[v] >= 0 {
		return
	}
	o.place[v] = int32(len(o.heap))
	o.heap = append(o.heap, v)
	o.up(int(o.place[v]))
}

func (o *order) set(i int, v int32) {
	o.heap[i], o.place[v] = v, int32(i)
}

func (o *order) up(i int) {
	v := o.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		if o.activity[o.heap[parent]] >= o.activity[v] {
			break
		}
		o.set(i, o.heap[parent])
		i = parent
	}
	o.set(i, v)
}

func (o *order) down(i int) {
	v := o.heap[i]
	for {
		child := 2*i + 1
		if child >= len(o.heap) {
			break
		}
		if child+1 < len(o.heap) && o.activity[o.heap[child+1]] > o.activity[o.heap[child]] {
			child++
		}
		if o.activity[v] >= o.activity[o.heap[child]] {
			break
		}
		o.set(i, o.heap[child])
		i = child
	}
	o.set(i, v)
}

// next removes the most active variable and returns it, or -1 if there is none.
func (o *order) next() int32 {
	if len(o.heap) == 0 {
		return -1
	}
	v, last := o.heap[0], o.heap[len(o.heap)-1]
	o.heap, o.place[v] = o.heap[:len(o.heap)-1], -1
	if len(o.heap) > 0 {
		o.set(0, last)
		o.down(0)
	}
	return v
}

// raise makes a variable more active.
func (o *order) raise(v int32) {
	if o.activity[v] += o.bump; o.activity[v] > 1e100 {
		for i := range o.activity {
			o.activity[i] *= 1e-100
		}
		o.bump *= 1e-100
	}
	if o.place[v] >= 0 {
		o.up(int(o.place[v]))
	}
}
