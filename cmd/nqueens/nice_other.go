//go:build !unix

package main

import "errors"

func beNice(int) error { return errors.New("not on this system") }
