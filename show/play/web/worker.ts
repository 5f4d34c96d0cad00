// The code of a worker: it starts the engines and passes questions to them. The first worker compiles
// them while the page is still being read; the others get the compiled module.
// It is bundled after Go's wasm_exec.js, which defines Go.

declare class Go { importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> }
declare function nqueensAsk(question: string, post: (answer: string) => void): void
declare function postMessage(message: unknown): void

let start = (_: WebAssembly.Module) => {}
const started = new Promise<void>(resolve => {
  start = module => {
    const go = new Go()
    void WebAssembly.instantiate(module, go.importObject).then(instance => { void go.run(instance); resolve() })
  }
})

/** The compressed code of the engines, as the page sends it. */
let code: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined

function compile() {
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({ start: c => { code = c } })
  const response = new Response(packed.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "application/wasm" } })
  WebAssembly.compileStreaming(response).then(module => {
    postMessage({ module })
    start(module)
  }).catch(error => postMessage({ failed: error instanceof Error ? error.message : String(error) }))
}

let value = 0, digits = 0 // of the group of five digits that the text so far ends in

/** Decodes a part of a text in Ascii85 with v in place of <. The arithmetic is in 32 bits, which is fast. */
function bytes85(text: string): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(text.length * 4)
  let n = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 122) { n += 4; continue } // z stands for four zeros
    value = Math.imul(value, 85) + (c === 118 ? 60 : c) - 33 | 0
    if (++digits < 5) continue
    out[n] = value >>> 24, out[n + 1] = value >>> 16, out[n + 2] = value >>> 8, out[n + 3] = value
    n += 4
    value = digits = 0
  }
  return out.slice(0, n)
}

/** Returns the bytes of the last group, which may have fewer than five digits. */
function rest85(): Uint8Array<ArrayBuffer> {
  const bytes = Math.max(digits - 1, 0), out = new Uint8Array(bytes) // a group of d digits has d − 1 bytes
  for (; digits && digits < 5; digits++) value = Math.imul(value, 85) + 84 | 0
  for (let k = 0; k < bytes; k++) out[k] = value >>> 24 - 8 * k
  return out
}

self.onmessage = async (e: MessageEvent) => {
  const { module, part, end, question } = e.data as { module?: WebAssembly.Module; part?: string; end?: boolean; question?: string }
  if (module) return start(module)
  if (part !== undefined) {
    if (!code) compile()
    return code!.enqueue(bytes85(part))
  }
  if (end) {
    code!.enqueue(rest85())
    return code!.close()
  }
  try {
    await started
    nqueensAsk(question!, answer => postMessage(answer))
  } catch (error) {
    postMessage(JSON.stringify({ last: true, error: String(error) }))
  }
}
