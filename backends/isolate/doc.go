// Package isolate runs one command as an isolated, limited and measured child process. A benchmark
// needs this so that a solver that loops, uses all memory, prints without end, crashes or leaves
// processes behind spoils only its own measurement.
//
// [Run] starts the command in its own process group, on the given cores, writes its input, and
// waits. It stops the command when it exceeds one of its [Limits] or when the context is done.
// Before it returns it kills every descendant it can find, even if the command ended by itself. The
// [Result] contains an [Outcome] and the resources used. [Probe] returns what this system supports,
// to be stored with the measurements.
//
// # How memory is measured
//
// On Linux, if this process may create control groups (version 2, with the memory controller), the
// kernel counts and limits the whole group and no descendant escapes. Otherwise, on Linux, the
// resident sets of the command and its descendants are sampled every 1 to 10 ms. A limit is then
// enforced with that delay, and a peak between two samples is missed. Pages shared between
// processes count once for each process, but only once against a limit. A control group without the
// memory controller still finds every descendant and all CPU time. Without any control group, this
// process becomes the parent of orphans (prctl(2), PR_SET_CHILD_SUBREAPER). A descendant then
// escapes only if it clears its environment, moves to another process group of the same session,
// and loses its parent between two searches, which are 100 ms apart. Other Unix systems use ps
// about twice a second, cannot pin, and lose descendants that leave the group. Windows uses a job
// object.
//
// # What the peak means
//
// The peak of a control group includes page cache and kernel memory of the group. The other methods
// count resident pages. Linux's ru_maxrss is used only if it is reliable. On exec, the kernel
// carries the high-water mark of the old memory into the new program, and a child started by a Go
// process has its parent's memory until exec. So /bin/true, started by a process of 400 MiB,
// reports a maximum of 400 MiB. Marks below this process's own peak are therefore ignored. A
// command smaller than its harness gets only the lower bound from sampling, or no value for a run
// of a few milliseconds. If possible, a command should report its own [SelfPeak] just before it
// ends.
//
// # What the times mean
//
// Wall includes the start of the process, about a millisecond; a command that times itself is more
// exact. CPU comes from the control group, or else from the kernel's account of the command and the
// descendants that it waited for; the CPU time of other descendants is added from samples, in steps
// of 10 ms.
//
// [Result.Void] returns the reason why the times are unusable: a signal stopped the command, or a
// descendant while no other process of it computed, or this process; the machine slept; or the
// run's threads were ready to run but waited for a core most of the time. A command that sleeps by
// itself is not discarded.
package isolate
