//go:build darwin || windows

package ipasir

// notELF reports whether libraries of this system have another format than ELF.
const notELF = true
