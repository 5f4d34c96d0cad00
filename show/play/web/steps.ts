// The page of a trace: a board, the state of the engine, a profile of the depth, and the tree of the
// search; two traces stand beside each other.

import { h, s } from "../../../bench/report/web/dom"

interface Event { event: string; depth: number; at?: string; out?: boolean; from?: string; line?: string; options?: number; clause?: string[]; value?: number; values?: Record<string, number>; count?: string; cached?: boolean }
interface Trace {
  name: string; problem: string; task: string; backend: string; columns: number; ranks: number; piece: string
  glyph: { path: string; fill: string; edge?: number }[] | null; queens: boolean; given?: string[]; blocked?: string[]; regions?: { letter: string; colour: string }[]
  items?: string[]; primary?: number; options?: { at: string; items: number[] }[]
  events: Event[]; sentences: string[]; end: string
}

/** A decision of the search in its tree. */
interface Node { step: number; end: number; text: string; children: Node[]; parent?: Node; conflicts: number; found: number; size: number }

const id = (name: string) => document.getElementById(name)!

function plural(n: number, one: string): string { return `${n.toLocaleString("en")} ${n === 1 ? one : one + "s"}` }

/** Returns the file and the rank of a square, from 0. */
function coordinates(square: string): [number, number] {
  const m = /^([a-z]+)(\d+)$/.exec(square.slice(square.indexOf("@") + 1))
  if (!m) return [-1, -1]
  let file = 0
  for (const c of m[1]) file = file * 26 + c.charCodeAt(0) - 96
  return [file - 1, Number(m[2]) - 1]
}

/** The state of a search after some events. */
class State {
  stack: Event[] = []
  moved = new Map<string, true>()
  values: Record<string, number> | undefined
  learned: string[][] = []
  parts: Event[] = [] // the parts that are being counted, the innermost last

  clone(): State {
    const c = new State()
    c.stack = this.stack.slice()
    c.moved = new Map(this.moved)
    c.values = this.values
    c.learned = this.learned.slice()
    c.parts = this.parts.slice()
    return c
  }

  apply(e: Event) {
    switch (e.event) {
      case "choose": case "force": this.stack.push(e); break
      case "back": case "restart":
        if (e.event === "restart") this.moved.clear()
        while (this.stack.length && this.stack[this.stack.length - 1].depth >= e.depth) this.stack.pop()
        while (this.parts.length && this.parts[this.parts.length - 1].depth >= e.depth) this.parts.pop()
        break
      case "learn": this.learned.push(e.clause ?? []); break
      case "move":
        if (e.from) this.moved.delete(e.from)
        this.moved.set(e.at!, true)
        break
      case "bound": this.values = e.values; break
      case "part": this.parts.push(e); break
      case "count": this.parts.pop(); break
    }
  }

  chosen(): string[] { return [...this.stack.filter(e => !e.out).map(e => e.at!), ...this.moved.keys()].filter(at => !/^s\d+$/.test(at)) }
}

const every = 1000 // events between two kept states

/** One trace with its views. */
class View {
  readonly element: HTMLElement
  private kept: State[] = []
  private nodes: Node[] = [] // by event, the decision that was open after it
  private root: Node
  step = 0 // number of events applied
  private open = new Set<Node>()
  private board = h("div", { class: "trace-board", role: "img" })
  private now = h("p", { class: "now", "aria-live": "off" })
  private extra = h("div", { class: "extra" })
  private profile = h("canvas", { class: "profile", width: 800, height: 90, "aria-hidden": "true" })
  private tree = h("div", { class: "tree", role: "tree", "aria-label": "Tree of the search", tabindex: 0 })

  constructor(readonly t: Trace, private seek: (view: View, step: number) => void) {
    this.root = { step: 0, end: t.events.length, text: t.problem, children: [], conflicts: 0, found: 0, size: 1 }
    this.build()
    this.open.add(this.root)
    this.profile.addEventListener("click", e => {
      const r = this.profile.getBoundingClientRect()
      this.seek(this, Math.round((e.clientX - r.left) / r.width * t.events.length))
    })
    const total = (kind: string) => t.events.reduce((n, e) => n + Number(e.event === kind), 0)
    this.element = h("section", { class: "view", "aria-label": t.backend },
      h("h2", {}, t.backend), h("p", { class: "note" }, `${t.problem}, task ${t.task}: ${plural(t.events.length, "step")}, ${plural(total("choose"), "decision")}, ${plural(total("conflict"), "conflict")}, ${total("count") ? plural(total("count"), "count") : plural(total("found"), "solution")}; ${t.end}.`),
      this.now, h("div", { class: "pair" }, this.board, this.extra), this.profile, h("p", { class: "note" }, "Depth at each step: conflicts are red, solutions green. A click goes there."), this.tree)
    this.buildBoard()
  }

  /** Makes the tree of decisions and the states to start from. */
  private build() {
    const path: Node[] = [this.root], state = new State()
    for (const [i, e] of this.t.events.entries()) {
      if (i % every === 0) this.kept.push(state.clone())
      state.apply(e)
      if (e.event === "back" || e.event === "restart") {
        while (path.length > Math.max(1, e.depth)) path.pop()!.end = i
      } else if (e.event === "choose") {
        while (path.length > Math.max(1, e.depth)) path.pop()!.end = i
        const parent = path[path.length - 1]
        const n: Node = { step: i + 1, end: this.t.events.length, text: (e.out ? "no " : "") + e.at, children: [], parent, conflicts: 0, found: 0, size: 1 }
        parent.children.push(n)
        path.push(n)
        for (let p: Node | undefined = parent; p; p = p.parent) p.size++
      }
      const here = path[path.length - 1]
      if (e.event === "conflict") for (let p: Node | undefined = here; p; p = p.parent) p.conflicts++
      if (e.event === "found") for (let p: Node | undefined = here; p; p = p.parent) p.found++
      this.nodes.push(here)
    }
  }

  private state(): State {
    const k = Math.min(Math.floor(this.step / every), this.kept.length - 1)
    const state = k < 0 ? new State() : this.kept[k].clone()
    for (let i = k * every; i < this.step; i++) state.apply(this.t.events[i])
    return state
  }

  /** Returns the step after the next event of some kinds, in either direction. */
  next(kinds: string[], by: 1 | -1): number {
    for (let i = by > 0 ? this.step : this.step - 2; i >= 0 && i < this.t.events.length; i += by) if (kinds.includes(this.t.events[i].event)) return i + 1
    return by > 0 ? this.t.events.length : 0
  }

  private squares = new Map<string, SVGElement[]>()
  private svg = s("svg", {})

  private buildBoard() {
    const { columns, ranks } = this.t
    const svg = this.svg
    svg.setAttribute("viewBox", `-0.5 0 ${columns + .5} ${ranks + .5}`)
    for (let r = 0; r < ranks; r++) for (let f = 0; f < columns; f++) {
      const at = this.t.regions?.[r * columns + f]
      svg.append(s("rect", { x: f, y: ranks - 1 - r, width: 1, height: 1, ...(at ? { fill: at.colour } : { class: (f + r) % 2 ? "mini-light" : "mini-dark" }) }))
      if (at) svg.append(s("text", { x: f + .06, y: ranks - 1 - r + .26, class: "region-name" }, at.letter))
    }
    if (this.t.regions) {
      const letter = (f: number, r: number) => this.t.regions![r * columns + f].letter
      let edges = ""
      for (let r = 0; r < ranks; r++) for (let f = 0; f < columns; f++) {
        if (f > 0 && letter(f, r) !== letter(f - 1, r)) edges += `M ${f} ${ranks - 1 - r} v 1 `
        if (r > 0 && letter(f, r) !== letter(f, r - 1)) edges += `M ${f} ${ranks - r} h 1 `
      }
      svg.append(s("path", { d: edges, class: "border" }))
    }
    if (columns <= 26) for (let f = 0; f < columns; f++) svg.append(s("text", { x: f + .5, y: ranks + .36, class: "axis-name" }, String.fromCharCode(97 + f)))
    if (ranks <= 40) for (let r = 0; r < ranks; r++) svg.append(s("text", { x: -.25, y: ranks - r - .4, class: "axis-name" }, String(r + 1)))
    for (const b of this.t.blocked ?? []) {
      const [f, r] = coordinates(b)
      svg.append(s("rect", { x: f, y: ranks - 1 - r, width: 1, height: 1, class: "closed" }))
    }
    this.board.append(svg)
  }

  draw() {
    const { t, step } = this, state = this.state(), e = t.events[step - 1]
    this.now.textContent = step === 0 ? "Before the first step." : `Step ${step.toLocaleString("en")}: ${t.sentences[step - 1]}.`
    for (const list of this.squares.values()) for (const x of list) x.remove()
    this.squares.clear()
    const put = (square: string, x: SVGElement) => {
      this.svg.append(x)
      const list = this.squares.get(square) ?? []
      list.push(x)
      this.squares.set(square, list)
    }
    const place = (square: string): [number, number] => { const [f, r] = coordinates(square); return [f, t.ranks - 1 - r] }
    if (state.values && e && (e.event === "bound" || e.event === "conflict" || e.event === "found" || e.event === "choose" || e.event === "back")) for (const [square, v] of Object.entries(state.values)) {
      const [x, y] = place(square)
      put(square, s("rect", { x: x + .02, y: y + .02, width: .96, height: .96, class: "heat", fill: heat(v) }))
      if (t.columns <= 16) put(square, s("text", { x: x + .5, y: y + .61, class: v > .55 ? "heat-value light" : "heat-value" }, v.toFixed(2).replace(/^0(?=\.)/, "")))
    }
    for (const e of state.stack) if (e.out && !/^s\d+$/.test(e.at!)) {
      const [x, y] = place(e.at!)
      put(e.at!, s("path", { d: `M ${x + .3} ${y + .3} L ${x + .7} ${y + .7} M ${x + .7} ${y + .3} L ${x + .3} ${y + .7}`, class: e.event === "choose" ? "cross decided" : "cross" }))
    }
    const forced = new Set(state.stack.filter(e => e.event === "force").map(e => e.at))
    for (const p of state.chosen()) {
      const [x, y] = place(p), g = s("g", { transform: `translate(${x} ${y}) scale(.01)`, class: forced.has(p) ? "piece forced" : "piece" })
      if (t.glyph && !p.includes("@")) for (const o of t.glyph) g.append(s("path", { d: o.path, fill: o.fill, stroke: o.edge ? "#1c1c1c" : undefined, "stroke-width": o.edge || undefined }))
      else g.append(s("text", { x: 50, y: 72, class: "letter" }, p.includes("@") ? p[0] : t.piece))
      put(p, g)
    }
    if (e?.at && !/^s\d+$/.test(e.at)) {
      const [x, y] = place(e.at)
      put(e.at, s("rect", { x: x + .04, y: y + .04, width: .92, height: .92, class: "current" }))
    }
    for (const at of state.parts.length ? state.parts[state.parts.length - 1].clause ?? [] : []) if (!/^s\d+$/.test(at)) {
      const [x, y] = place(at)
      put(at, s("rect", { x: x + .1, y: y + .1, width: .8, height: .8, class: "part" }))
    }
    if (e?.event === "conflict" && e.line) this.markLine(e.line, put)
    this.board.setAttribute("aria-label", `Board with ${state.chosen().join(", ") || "no piece"}`)
    this.extra.replaceChildren(...this.engine(state, e))
    this.drawProfile()
    this.drawTree()
  }

  /** Frames the squares of a rank, a file or a region. */
  private markLine(line: string, put: (square: string, x: SVGElement) => void) {
    const m = /^(rank|file|region)[ -](\w+)$/.exec(line)
    if (!m) return
    if (m[1] === "region") {
      this.t.regions?.forEach((at, i) => {
        const f = i % this.t.columns, r = Math.floor(i / this.t.columns)
        if (at.letter === m[2]) put("region", s("rect", { x: f, y: this.t.ranks - 1 - r, width: 1, height: 1, class: "failed" }))
      })
      return
    }
    if (m[1] === "rank") put("a" + m[2], s("rect", { x: 0, y: this.t.ranks - Number(m[2]), width: this.t.columns, height: 1, class: "failed" }))
    else put(m[2] + "1", s("rect", { x: coordinates(m[2] + "1")[0], y: 0, width: 1, height: this.t.ranks, class: "failed" }))
  }

  /** Returns what the engine holds: links, trail, words, values or attacks. */
  private engine(state: State, e: Event | undefined): Node2[] {
    const t = this.t
    if (t.options) return [matrix(t, state)]
    if (state.values) return [h("p", {}, `The linear relaxation puts parts of pieces on ${plural(Object.keys(state.values).length, "square")}; the others have the value 0.`), scale()]
    if (state.moved.size) return [h("p", {}, e?.options !== undefined ? `${e.options} pieces are under attack.` : "")]
    if (/^(allsat|sharp)/.test(t.backend)) return trail(state, e, t.events[this.step])
    if (/^(bitmask|place)/.test(t.backend) && t.queens && t.columns <= 32) return [words(t, state)]
    return []
  }

  private drawProfile() {
    const c = this.profile, x = c.getContext("2d")!, n = this.t.events.length, w = c.width, height = c.height - 14
    const deepest = Math.max(1, this.t.events.reduce((d, e) => Math.max(d, e.depth), 0))
    const style = getComputedStyle(document.documentElement), ink = style.getPropertyValue("--faint"), bad = style.getPropertyValue("--bad"), good = style.getPropertyValue("--good")
    x.clearRect(0, 0, w, c.height)
    for (let px = 0; px < w; px++) {
      const from = Math.floor(px * n / w), to = Math.max(from + 1, Math.floor((px + 1) * n / w))
      let depth = 0, conflict = false, found = false
      for (let i = from; i < to && i < n; i++) {
        const e = this.t.events[i]
        depth = Math.max(depth, e.event === "back" ? e.depth - 1 : e.depth)
        conflict ||= e.event === "conflict"
        found ||= e.event === "found"
      }
      x.fillStyle = ink
      x.fillRect(px, height - depth / deepest * height, 1, depth / deepest * height)
      if (conflict) { x.fillStyle = bad; x.fillRect(px, height, 1, 6) }
      if (found) { x.fillStyle = good; x.fillRect(px, height + 6, 1, 8) }
    }
    x.fillStyle = style.getPropertyValue("--link")
    x.fillRect(Math.min(w - 2, this.step / Math.max(1, n) * w), 0, 2, c.height)
  }

  /** Draws the open part of the tree around the current decision. */
  private drawTree() {
    const here = this.step > 0 ? this.nodes[this.step - 1] : this.root
    for (let p: Node | undefined = here; p; p = p.parent) this.open.add(p)
    const rows: HTMLElement[] = []
    let selected: HTMLElement | undefined
    const most = 400
    const visit = (n: Node, depth: number) => {
      if (rows.length >= most) return
      const open = this.open.has(n) && n.children.length > 0
      const row = h("div", { role: "treeitem", class: "row" + (n === here ? " here" : ""), "aria-level": depth + 1, "aria-selected": String(n === here), "aria-expanded": n.children.length ? String(open) : undefined },
        h("button", { type: "button", class: "twist", tabindex: -1, "aria-label": open ? "collapse" : "expand", disabled: n.children.length === 0, click: () => { open ? this.open.delete(n) : this.open.add(n); this.drawTree() } }, n.children.length ? (open ? "▾" : "▸") : "·"),
        h("button", { type: "button", class: "link", tabindex: -1, click: () => this.seek(this, n.step) }, n.text),
        h("span", { class: "note" }, " " + [n.size > 1 && plural(n.size, "node"), n.conflicts && plural(n.conflicts, "conflict"), n.found && plural(n.found, "solution")].filter(x => x).join(", ")))
      row.style.setProperty("--depth", String(depth))
      if (n === here) selected = row
      rows.push(row)
      if (!open) return
      // Of many children those around the current one.
      const at = n.children.findIndex(c => this.step >= c.step && this.step <= c.end)
      const first = Math.max(0, at - 30), last = Math.min(n.children.length, Math.max(at, 0) + 60)
      if (first > 0) rows.push(h("div", { class: "row note" }, `${first.toLocaleString("en")} before`))
      for (const c of n.children.slice(first, last)) visit(c, depth + 1)
      if (last < n.children.length) rows.push(h("div", { class: "row note" }, `${(n.children.length - last).toLocaleString("en")} after`))
    }
    visit(this.root, 0)
    this.tree.replaceChildren(...rows)
    if (selected) {
      const r = selected.offsetTop - this.tree.offsetTop
      if (r < this.tree.scrollTop || r > this.tree.scrollTop + this.tree.clientHeight - 40) this.tree.scrollTop = r - this.tree.clientHeight / 2
    }
  }
}

type Node2 = HTMLElement | SVGElement

/** Returns the colour of a value between 0 and 1, from white to dark blue. */
function heat(v: number): string {
  const mix = (from: number, to: number) => Math.round(from + (to - from) * Math.min(1, Math.max(0, v)))
  return `rgb(${mix(255, 5)} ${mix(255, 60)} ${mix(255, 140)})`
}

/** Draws the colours of the values 0 to 1. */
function scale(): Node2 {
  const svg = s("svg", { viewBox: "0 0 220 34", class: "scale", role: "img", "aria-label": "Colours of values, from white for 0 to dark blue for 1" })
  for (let i = 0; i <= 10; i++) svg.append(s("rect", { x: i * 20, y: 0, width: 20, height: 16, fill: heat(i / 10) }))
  for (const i of [0, 5, 10]) svg.append(s("text", { x: i * 20 + 10, y: 31 }, String(i / 10)))
  return svg
}

/** Draws the matrix of an exact cover: covered items and options that are out are grey, chosen options dark. */
function matrix(t: Trace, state: State): Node2 {
  const items = t.items!, options = t.options!
  const chosen = new Set(state.chosen())
  const covered = new Set<number>()
  for (const o of options) if (o.at && chosen.has(o.at)) for (const i of o.items) covered.add(i)
  const out = options.map(o => !chosen.has(o.at) && o.items.some(i => covered.has(i)))
  const w = items.length, high = options.length
  const svg = s("svg", { viewBox: `0 0 ${w} ${high}`, class: "matrix", role: "img", "aria-label": `${covered.size} of ${w} items are covered, ${out.filter(x => !x).length} of ${high} options are left` })
  for (const i of covered) svg.append(s("rect", { x: i, y: 0, width: 1, height: high, class: "covered" }))
  svg.append(s("rect", { x: t.primary!, y: 0, width: .12, height: high, class: "divider" }))
  options.forEach((o, k) => {
    for (const i of o.items) svg.append(s("rect", { x: i + .1, y: k + .1, width: .8, height: .8, class: chosen.has(o.at) ? "one chosen" : out[k] ? "one out" : "one" }))
  })
  return h("figure", { class: "engine" }, svg, h("figcaption", { class: "note" }, `The matrix of the exact cover: a column for each item (left the ${t.primary} that must be covered), a row for each option. ${covered.size} items are covered; ${out.filter(x => !x).length - chosen.size} options are left.`))
}

/** Lists the trail by levels, the clause of a conflict with its implications, and the clause learned. */
function trail(state: State, e: Event | undefined, next: Event | undefined): Node2[] {
  const levels = new Map<number, Event[]>()
  for (const x of state.stack) levels.set(x.depth, [...(levels.get(x.depth) ?? []), x])
  const literal = (x: Event) => (x.out ? "−" : "") + x.at
  const list = h("ol", { class: "levels", tabindex: 0, "aria-label": "Trail" }, ...[...levels].slice(-14).map(([level, events]) => h("li", { value: level }, ...events.slice(0, 40).flatMap((x, k) => [k ? " " : "", x.event === "choose" ? h("b", {}, literal(x)) : h("span", { title: x.clause?.join(" or ") ?? x.line ?? "" }, literal(x))]), events.length > 40 ? ` and ${events.length - 40} more` : "")))
  const parts: Node2[] = [h("p", { class: "note" }, `Trail by level${levels.size > 14 ? ", the last 14 levels" : ""}: decisions are bold, the rest is forced (its clause on pointing).`), list]
  if (e?.event === "conflict" && e.clause) {
    parts.push(graph(state, e.clause))
    if (next?.event === "learn") parts.push(h("p", {}, "The conflict teaches: ", h("b", {}, (next.clause ?? []).join(" or "))))
  }
  if (e?.event === "learn") parts.push(h("p", {}, "Learned: ", h("b", {}, (e.clause ?? []).join(" or "))))
  else if (state.learned.length) parts.push(h("p", { class: "note" }, `${state.learned.length} clauses learned; the last: ${state.learned[state.learned.length - 1].join(" or ")}`))
  return parts
}

/** Draws the implications of the last level that lead to a conflict. */
function graph(state: State, conflict: string[]): Node2 {
  const negated = (l: string) => l.startsWith("−") ? l.slice(1) : "−" + l
  const by = new Map(state.stack.map(x => [(x.out ? "−" : "") + x.at, x]))
  const column = new Map<string, number>(), edges: [string, string][] = []
  const visit = (l: string, depth: number) => {
    if (column.size > 40 || (column.get(l) ?? -1) >= depth) return
    column.set(l, depth)
    const x = by.get(l)
    if (!x?.clause) return
    for (const m of x.clause) if (m !== l) {
      const cause = negated(m)
      edges.push([cause, l])
      visit(cause, depth + 1)
    }
  }
  for (const l of conflict) { edges.push([negated(l), "conflict"]); visit(negated(l), 1) }
  column.set("conflict", 0)
  const deepest = Math.max(...column.values()), rows = new Map<number, string[]>()
  for (const [l, c] of column) rows.set(c, [...(rows.get(c) ?? []), l])
  const at = new Map<string, [number, number]>()
  for (const [c, list] of rows) list.forEach((l, k) => at.set(l, [(deepest - c) * 90 + 45, k * 26 + 16]))
  const height = Math.max(...[...rows.values()].map(r => r.length)) * 26 + 8
  const svg = s("svg", { viewBox: `0 0 ${(deepest + 1) * 90} ${height}`, class: "implications", role: "img", "aria-label": "Implications that lead to the conflict" })
  for (const [a, b] of edges) {
    const p = at.get(a), q = at.get(b)
    if (p && q) svg.append(s("line", { x1: p[0] + 20, y1: p[1], x2: q[0] - 26, y2: q[1], class: "edge" }))
  }
  for (const [l, [x, y]] of at) svg.append(s("text", { x, y: y + 4, class: l === "conflict" ? "literal bad" : by.get(l)?.event === "choose" ? "literal decision" : "literal" }, l))
  return h("figure", { class: "engine" }, svg, h("figcaption", { class: "note" }, "The implications that lead to the conflict, from left to right; decisions are bold."))
}

/** Writes the three words of a bitmask search: files and both diagonals that are taken. */
function words(t: Trace, state: State): Node2 {
  const n = t.columns
  const files = new Array(n).fill(0), sums = new Array(2 * n - 1).fill(0), diffs = new Array(2 * n - 1).fill(0)
  for (const p of state.chosen()) {
    const [f, r] = coordinates(p)
    files[f] = sums[f + r] = diffs[f - r + n - 1] = 1
  }
  const row = (name: string, bits: number[]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, h("code", {}, bits.join(""))))
  return h("table", { class: "words" }, h("caption", {}, "A bit for each line with a piece"), h("tbody", {}, row("files", files), row("sums", sums), row("differences", diffs)))
}

function start() {
  const traces = JSON.parse(id("traces").textContent!) as Trace[]
  let playing = 0
  const number = id("step") as HTMLInputElement
  const seek = (view: View, step: number) => {
    for (const v of views) v.step = v === view ? Math.min(Math.max(0, step), v.t.events.length) : paired(view, v, step)
    draw()
  }
  /** Two searches are beside each other by their number of decisions. */
  const decisions = (v: View, step: number) => { let n = 0; for (let i = 0; i < step; i++) if (v.t.events[i].event === "choose" || v.t.events[i].event === "move") n++; return n }
  const paired = (a: View, b: View, step: number) => {
    const n = decisions(a, Math.min(step, a.t.events.length))
    let seen = 0
    for (let i = 0; i < b.t.events.length; i++) if ((b.t.events[i].event === "choose" || b.t.events[i].event === "move") && ++seen > n) return i
    return b.t.events.length
  }
  const views = traces.map(t => new View(t, seek))
  const main = views[0]
  const draw = () => {
    for (const v of views) v.draw()
    number.value = String(main.step)
    ;(id("slider") as HTMLInputElement).value = String(main.step)
    id("of").textContent = `of ${main.t.events.length.toLocaleString("en")}`
  }
  const stop = () => { clearInterval(playing); playing = 0; id("play").textContent = "Play" }
  const by = (n: number) => { stop(); seek(main, main.step + n) }
  id("views").append(...views.map(v => v.element))
  id("views").classList.toggle("two", views.length > 1)
  ;(id("slider") as HTMLInputElement).max = number.max = String(main.t.events.length)
  id("slider").addEventListener("input", e => { stop(); seek(main, Number((e.target as HTMLInputElement).value)) })
  number.addEventListener("change", () => { stop(); seek(main, Number(number.value)) })
  id("first").addEventListener("click", () => by(-Infinity))
  id("back").addEventListener("click", () => by(-1))
  id("forward").addEventListener("click", () => by(1))
  id("last").addEventListener("click", () => by(Infinity))
  id("conflict").addEventListener("click", () => { stop(); seek(main, main.next(["conflict"], 1)) })
  id("solution").addEventListener("click", () => { stop(); seek(main, main.next(["found"], 1)) })
  const play = () => {
    if (playing) return stop()
    if (main.step >= main.t.events.length) main.step = 0
    id("play").textContent = "Pause"
    const each = Number((id("speed") as HTMLSelectElement).value)
    playing = window.setInterval(() => {
      seek(main, main.step + Math.max(1, Math.round(16 / each)))
      if (main.step >= main.t.events.length) stop()
    }, Math.max(16, each))
  }
  id("play").addEventListener("click", play)
  id("speed").addEventListener("change", () => { if (playing) { stop(); play() } })
  addEventListener("keydown", e => {
    if (e.ctrlKey || e.metaKey || e.altKey || (e.target as HTMLElement).closest("input, select, textarea")) return
    const keys: Record<string, () => void> = { ArrowRight: () => by(1), ArrowLeft: () => by(-1), Home: () => by(-Infinity), End: () => by(Infinity), c: () => id("conflict").click(), s: () => id("solution").click(), p: play }
    const go = keys[e.key]
    if (!go) return
    e.preventDefault()
    go()
  })
  document.body.classList.add("js")
  draw()
}

start()
