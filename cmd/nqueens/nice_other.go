//go:build !unix

package main

import "errors"

func setNiceness(int) error { return errors.New("not on this system") }
