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
  private url: string
  private spare: Worker | undefined
  private module: Promise<WebAssembly.Module>
  private compiled = false

  /** Starts a worker that compiles the engines, whose code the page sends to it in parts. It also answers the first question. */
  constructor(worker: string, code: (part: (text: string) => void, end: () => void) => void, failed: (why: string) => void) {
    this.url = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }))
    const first = this.spare = new Worker(this.url)
    this.module = new Promise(resolve => {
      first.addEventListener("message", e => {
        if (e.data.module) {
          this.compiled = true
          resolve(e.data.module as WebAssembly.Module)
        } else if (e.data.failed) failed(e.data.failed as string)
      })
    })
    code(part => first.postMessage({ part }), () => first.postMessage({ end: true }))
  }

  private start(): Worker {
    const w = new Worker(this.url)
    void this.module.then(module => w.postMessage({ module }))
    return w
  }

  /** Asks a question. The returned function stops it; then no more answers come. */
  ask(question: Question, answered: (a: Answer) => void): () => void {
    const w = this.spare ?? this.start()
    this.spare = this.compiled ? this.start() : undefined // another worker would delay the first answer
    let over = false
    const end = () => { over = true; void this.module.then(() => w.terminate()) } // not before it has compiled the engines
    w.addEventListener("message", e => {
      if (over || typeof e.data !== "string") return
      const a = JSON.parse(e.data) as Answer
      if (a.last) end()
      answered(a)
      if (a.last) this.spare ??= this.start()
    })
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
