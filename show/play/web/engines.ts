// The engines: workers that answer questions. A question has a worker of its own, which is ended to
// stop it; another one is kept ready.

export interface Position { family: string; n: number; files?: number; parameters?: Record<string, number>; pieces?: string; given?: string[]; blocked?: string[]; regions?: string }
export interface Family {
  name: string; about: string; piece: string; kinds?: { name: string; letter: string }[]
  parameters?: { name: string; about: string; default: number; min: number; max?: number }[]
  rectangles?: boolean; goal?: string; layers?: boolean; regions?: boolean
}
export interface Survey {
  problem: string; command: string; attacks?: [string, string][]; attacked?: string[]; count?: string; complete?: boolean
  squares?: number[]; dead?: string[]; backbone?: string[]; undecided: number; optimum?: number; reason?: string
}
export interface Solutions { list: string[][]; class: number[]; classes: number; complete?: boolean; reason?: string }
export interface Work { engine: string; about: string; status: string; answer?: string; reason?: string; stats?: Record<string, number>; solution?: string }
export interface Encoded { encodings: string[]; encoding: string; variables: number; clauses: number; literals: number; dimacs: string; words: string[] }
export interface Line { text: string; verdict: string; why?: string; solution?: string[]; concerned?: string[]; twin?: number }
export interface Sheet { lines: Line[]; right: number; missing: string; example?: string[] }
export interface Answer {
  error?: string; last: boolean; survey?: Survey; one?: string[]; reason?: string
  solutions?: Solutions; work?: Work; encoded?: Encoded; sheet?: Sheet
}
export interface Question { ask: string; position?: Position; engine?: string; task?: string; encoding?: string; text?: string; most?: number; milliseconds?: number }

export class Engines {
  private spare: Worker
  private constructor(private url: string, private module: WebAssembly.Module) { this.spare = this.start() }

  /** Decodes and compiles the engines that the page contains. */
  static async load(text: string, worker: string): Promise<Engines> {
    const bytes = await new Response(new Blob([bytes85(text)]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer()
    return new Engines(URL.createObjectURL(new Blob([worker], { type: "text/javascript" })), await WebAssembly.compile(bytes))
  }

  private start(): Worker {
    const w = new Worker(this.url)
    w.postMessage({ module: this.module })
    return w
  }

  /** Asks a question. The returned function stops it; then no more answers come. */
  ask(question: Question, answered: (a: Answer) => void): () => void {
    const w = this.spare
    this.spare = this.start()
    let over = false
    const end = () => { over = true; w.terminate() }
    w.onmessage = e => {
      if (over) return
      const a = JSON.parse(e.data) as Answer
      if (a.last) end()
      answered(a)
    }
    w.onerror = e => {
      e.preventDefault()
      if (over) return
      end()
      answered({ last: true, error: "the engine stopped: " + (e.message || "not enough memory") })
    }
    w.postMessage({ question: JSON.stringify(question) })
    return end
  }

  /** Asks a question and returns its last answer, or nothing if it was stopped. */
  async once(question: Question, stops: (stop: () => void) => void = () => {}): Promise<Answer | undefined> {
    return new Promise(resolve => {
      const stop = this.ask(question, a => { if (a.last) resolve(a) })
      stops(() => { stop(); resolve(undefined) })
    })
  }
}

/** Decodes Ascii85 with v in place of <. */
function bytes85(text: string): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(text.length * 4)
  let n = 0, value = 0, digits = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 122) { n += 4; continue } // z stands for four zeros
    value = value * 85 + (c === 118 ? 60 : c) - 33
    if (++digits < 5) continue
    out[n++] = value >>> 24, out[n++] = value >>> 16, out[n++] = value >>> 8, out[n++] = value
    value = digits = 0
  }
  if (digits) { // a group of d digits has d − 1 bytes
    const bytes = digits - 1
    for (; digits < 5; digits++) value = value * 85 + 84
    for (let k = 0; k < bytes; k++) out[n++] = value / 2 ** (24 - 8 * k)
  }
  return out.slice(0, n)
}
