// The code of a worker: it starts the engines in a compiled module and passes questions to them.
// It is bundled after Go's wasm_exec.js, which defines Go.

declare class Go { importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> }
declare function nqueensAsk(question: string, post: (answer: string) => void): void
declare function postMessage(message: unknown): void

let ready: Promise<void> | undefined

self.onmessage = async (e: MessageEvent) => {
  try {
    if (e.data.module) {
      const go = new Go()
      ready = WebAssembly.instantiate(e.data.module as WebAssembly.Module, go.importObject).then(instance => { void go.run(instance) })
      return
    }
    await ready
    nqueensAsk(e.data.question, answer => postMessage(answer))
  } catch (error) {
    postMessage(JSON.stringify({ last: true, error: String(error) }))
  }
}
