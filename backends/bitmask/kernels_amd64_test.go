package bitmask

// kernels returns the kernels of this processor for boards of a size, by name.
func kernels(n int) map[string]func() kernel {
	k := map[string]func() kernel{"portable": newPortable}
	if hasLanes() {
		k["32 bits"] = newLanes32
		if n-2 <= 16 {
			k["16 bits"] = newLanes16
		}
	}
	if hasLanes512() {
		k["32 bits, AVX-512"] = newLanes512x32
		if n-2 <= 16 {
			k["16 bits, AVX-512"] = newLanes512x16
		}
	}
	return k
}

// workersFor returns the workers of this processor for boards of the given number of words.
func workersFor(words int) []worker {
	list := []worker{portableWorker}
	if w := workers[words]; w.choose != nil && hasLanes() {
		list = append(list, w)
	}
	if w := workers512[words]; w.choose != nil && hasLanes512() {
		list = append(list, w)
	}
	return list
}
