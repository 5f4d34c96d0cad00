//go:build js && wasm

// Command wasm is the code of package engines for a web worker of a browser: it defines the
// function nqueensAsk(question, post), which calls post with each answer.
package main

import (
	"syscall/js"

	"nqueens/show/play/engines"
)

func main() {
	js.Global().Set("nqueensAsk", js.FuncOf(func(_ js.Value, args []js.Value) any {
		question, post := args[0].String(), args[1]
		go engines.Reply(question, func(answer string) { post.Invoke(answer) })
		return nil
	}))
	select {}
}
