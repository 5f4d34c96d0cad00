// Package isolate runs one command as an isolated, limited and measured child process: what
// a benchmark needs so that a solver that loops, swallows the machine's memory, prints
// without end, crashes or leaves processes behind spoils nothing but its own row.
//
// [Run] starts the command in a process group of its own, on the cores asked for, feeds it
// its input, and waits. It stops the command when it passes one of its [Limits] or when the
// context is done, and kills every descendant it can find before it returns, also when the
// command ends by itself. The [Result] says how the run ended as one of few [Outcome]s and
// what it used. [Probe] says what this system allows, to be stored beside the measurements.
//
// # What watches the memory
//
// On Linux, where this process may create control groups (version 2, with the memory
// controller), the kernel counts and limits the group as a whole and no descendant escapes.
// Elsewhere on Linux the resident sets of the command and its descendants are looked at
// every 1 to 10 ms: a limit is enforced that much late and a peak between two looks is
// missed. Pages shared between processes count once for each, but not against a limit. A
// control group without the memory controller still finds every descendant and all CPU
// time. Without one, this process becomes the parent of orphans (prctl(2),
// PR_SET_CHILD_SUBREAPER), and a descendant escapes only if it clears its environment,
// leaves the process group for another of the same session, and loses its parent between
// two searches, which are 100 ms apart. Other Unix systems ask ps twice a second or
// so, cannot pin, and lose descendants that leave the group. Windows uses a job object.
//
// # What the peak means
//
// A control group's peak includes files and kernel memory brought in by the group; the
// other methods count resident pages. Linux's ru_maxrss is used only where it can be
// believed: the kernel carries the high-water mark of the memory that a process leaves by
// exec into the new program, and a child started by a Go process leaves its parent's memory,
// so that /bin/true, started by a process of 400 MiB, reports a maximum of 400 MiB. Marks
// below this process's own peak are therefore ignored, and a command smaller than its
// harness has only the lower bound of what the looks saw, or for a few milliseconds' run
// nothing. A command that can do so should report its own [SelfPeak] just before it ends.
//
// # What the times mean
//
// Wall includes the start of the process, about a millisecond; a command that times itself
// knows better what its own work took. CPU comes from the control group or else from the
// kernel's account of the command and the descendants that it waited for; what other descendants
// used is added up from the looks, in steps of 10 ms.
//
// [Result.Void] says why the times mean nothing: a signal stopped the command, a descendant
// of it while none computed, or this process, the machine slept, or the run's threads were ready
// to run and waited for a core most of the time. A command that sleeps by itself is not void.
package isolate
