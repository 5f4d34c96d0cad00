// The board: its state, which is kept in the fragment of the page's address, and its squares, each
// a button of a grid.

import { h, s } from "../../../bench/report/web/dom"
import type { Family, Position, Survey } from "./engines"

export type Glyphs = Record<string, { path: string; fill: string; edge?: number }[] | null>

/** Returns a square's name: a1 is file 0, rank 0; files beyond z do not occur on these boards. */
export function squareName(file: number, rank: number): string { return String.fromCharCode(97 + file) + (rank + 1) }

/** Splits P@b2 into its kind and its square; the kind of b2 is "". */
export function parts(piece: string): [kind: string, square: string] {
  const at = piece.indexOf("@")
  return at < 0 ? ["", piece] : [piece.slice(0, at), piece.slice(at + 1)]
}

/** The largest side of a board of the page. */
export const maxSide = 16

export class State {
  family = "queens"
  n = 8
  files = 0 // 0 means n
  parameters: Record<string, number> = {}
  pieces = ""
  given = new Map<string, string>() // the kind of each square's piece, "" for the first
  blocked = new Set<string>()
  regions = new Map<string, string>() // the region of each square, a letter; empty if the family has none
  refused = "" // why the board that the address asks for is not shown
  private past: string[] = []
  private listeners: (() => void)[] = []

  onChange(listener: () => void) { this.listeners.push(listener) }

  /** Makes a change that undo takes back. */
  change(by: () => void) {
    const before = this.fragment()
    this.refused = ""
    by()
    if (this.fragment() === before) return
    this.past.push(before)
    this.changed()
  }

  undo() {
    const before = this.past.pop()
    if (before === undefined) return
    this.read(before)
    this.changed()
  }
  get undoable() { return this.past.length > 0 }

  changed() {
    history.replaceState(null, "", "#" + this.fragment())
    for (const l of this.listeners) l()
  }

  position(): Position {
    const list = [...this.given].map(([square, kind]) => kind ? `${kind}@${square}` : square)
    return {
      family: this.family, n: this.n, files: this.files || undefined, pieces: this.pieces || undefined,
      parameters: Object.keys(this.parameters).length ? this.parameters : undefined, given: list.length ? list : undefined, blocked: this.blocked.size ? [...this.blocked] : undefined,
      regions: this.regions.size ? this.map() : undefined,
    }
  }

  fragment(): string {
    const p = this.position(), q = new URLSearchParams({ family: p.family, n: String(p.n) })
    if (p.files) q.set("files", String(p.files))
    if (p.pieces) q.set("pieces", p.pieces)
    for (const [name, value] of Object.entries(this.parameters)) q.append("parameter", `${name}=${value}`)
    if (p.given) q.set("given", p.given.join(" "))
    if (p.blocked) q.set("blocked", p.blocked.join(" "))
    if (p.regions) q.set("map", p.regions)
    return q.toString()
  }

  /** Reads a fragment; what it does not have is reset. */
  read(fragment: string) {
    const q = new URLSearchParams(fragment.replace(/^#/, ""))
    this.family = q.get("family") || "queens"
    const side = (name: string) => Math.floor(Math.max(0, Number(q.get(name)) || 0))
    this.n = side("n") || 8
    this.files = side("files")
    this.refused = ""
    if (Math.max(this.n, this.files) > maxSide) {
      this.refused = `The address asks for a board of ${this.columns} × ${this.ranks} squares. This page has boards of at most ${maxSide} squares a side; the command line has larger ones: nqueens count ${this.family} ${this.n}.`
      this.n = maxSide
      this.files = 0
      q.delete("given")
      q.delete("blocked")
      q.delete("map")
    }
    this.pieces = q.get("pieces") ?? ""
    this.parameters = Object.fromEntries(q.getAll("parameter").map(p => p.split("=")).map(([name, value]) => [name, Number(value)]))
    const list = (key: string) => (q.get(key) ?? "").split(/[ ,+]+/).filter(x => x)
    this.given = new Map(list("given").map(p => parts(p)).map(([kind, square]) => [square, kind]))
    this.blocked = new Set(list("blocked"))
    this.regions.clear()
    const rows = (q.get("map") ?? "").split("/")
    if (rows.length > 1) rows.forEach((row, i) => [...row].forEach((letter, file) => this.regions.set(squareName(file, rows.length - 1 - i), letter)))
  }

  /** Returns the regions as rows of letters, the highest rank first. */
  private map(): string {
    return Array.from({ length: this.ranks }, (_, i) => Array.from({ length: this.columns }, (_, f) => this.regions.get(squareName(f, this.ranks - 1 - i)) ?? "a").join("")).join("/")
  }

  /** Makes each rank a region, as the family does without a map. */
  rankRegions() {
    this.regions.clear()
    for (let r = 0; r < this.ranks; r++) for (let f = 0; f < this.columns; f++) this.regions.set(squareName(f, r), letters[r])
  }

  get ranks() { return this.n }
  get columns() { return this.files || this.n }
}

/** The letters of regions. */
export const letters = "abcdefghijklmnop"

/** Colours of regions: light, so that pieces stand out. Borders and letters tell them apart as well. */
const tints = ["#f4cccc", "#cfe2f3", "#d9ead3", "#fff2cc", "#d9d2e9", "#fce5cd", "#d0e0e3", "#ead1dc", "#efefef", "#c9daf8", "#b6d7a8", "#ffe599", "#b4a7d6", "#f9cb9c", "#a2c4c9", "#d5a6bd"]
export function tint(letter: string): string { return tints[letters.indexOf(letter)] ?? "#fff" }

/** The names of pieces of the first kind, by their letters on boards. */
const firstKinds: Record<string, string> = { Q: "queen", W: "white queen", S: "superqueen", R: "rook", B: "bishop", N: "knight", K: "king", D: "dragon king" }

export type Shade = "none" | "attacked" | "counts" | "dead"

/** A solution or a list of pieces that is shown on the board without being part of the position. */
export interface Overlay { pieces: string[]; marked?: string[] }

export class Board {
  readonly element: HTMLElement
  private cells: HTMLButtonElement[] = []
  private focus = 0
  shade: Shade = "dead"
  tool = "" // the kind of pieces to place, "#" to block squares, or "=a" to paint region a
  overlay: Overlay | undefined
  hinted = ""
  survey: Survey | undefined
  private dragged: { from: string; over: string; moved: boolean } | undefined
  private lines = s("svg", { class: "attacks", "aria-hidden": "true" })

  constructor(private state: State, private glyphs: Glyphs, private familyOf: () => Family | undefined) {
    this.element = h("div", { class: "board", role: "grid", "aria-label": "Board", keydown: (e: KeyboardEvent) => this.key(e), focusin: (e: FocusEvent) => this.focused(e.target as HTMLElement) })
    document.addEventListener("pointermove", e => this.move(e))
    document.addEventListener("pointerup", e => this.drop(e))
    document.addEventListener("pointercancel", () => { this.dragged = undefined; this.draw() })
  }

  /** Makes the squares anew, for another size. */
  build() {
    const { ranks, columns } = this.state
    this.cells = []
    this.element.replaceChildren()
    this.element.style.setProperty("--columns", String(columns))
    this.element.style.setProperty("--rows", String(ranks))
    for (let rank = ranks - 1; rank >= 0; rank--) {
      const row = h("div", { role: "row", class: "row" }, h("span", { class: "label", "aria-hidden": "true" }, String(rank + 1)))
      for (let file = 0; file < columns; file++) {
        const name = squareName(file, rank)
        const b = h("button", {
          type: "button", role: "gridcell", class: "square " + ((file + rank) % 2 ? "light" : "dark"), "data-square": name,
          pointerdown: (e: PointerEvent) => this.grab(e, name), click: (e: MouseEvent) => { if (e.detail === 0) this.put(name) },
          contextmenu: (e: MouseEvent) => { e.preventDefault(); this.block(name) },
        })
        this.cells.push(b)
        row.append(b)
      }
      this.element.append(row)
    }
    this.element.append(h("div", { class: "row names", "aria-hidden": "true" }, h("span", { class: "label" }), ...Array.from({ length: columns }, (_, f) => h("span", { class: "label" }, String.fromCharCode(97 + f)))), this.lines)
    this.focus = Math.min(this.focus, this.cells.length - 1)
  }

  private key(e: KeyboardEvent) {
    const { ranks, columns } = this.state
    const file = this.focus % columns, row = Math.floor(this.focus / columns)
    const to: Record<string, [number, number]> = { ArrowLeft: [file - 1, row], ArrowRight: [file + 1, row], ArrowUp: [file, row - 1], ArrowDown: [file, row + 1], Home: [0, row], End: [columns - 1, row] }
    const square = this.cells[this.focus].dataset.square!
    if (to[e.key]) {
      const [f, r] = to[e.key]
      if (f >= 0 && f < columns && r >= 0 && r < ranks) this.focusOn(r * columns + f)
    } else if (e.key === "b" && !e.ctrlKey && !e.metaKey) this.block(square)
    else if (e.key === "Delete" || e.key === "Backspace") this.state.change(() => { this.state.given.delete(square); this.state.blocked.delete(square) })
    else return
    e.preventDefault()
  }

  private focused(e: HTMLElement) {
    const i = this.cells.indexOf(e as HTMLButtonElement)
    if (i < 0) return
    this.cells[this.focus].tabIndex = -1
    this.focus = i
    e.tabIndex = 0
  }

  private focusOn(i: number) {
    this.cells[i].focus() // focused does the rest
  }

  /** Puts a piece of the chosen kind on a square, takes it away, or blocks the square. */
  put(square: string) {
    if (this.tool === "#") return this.block(square)
    if (this.tool.startsWith("=")) return this.state.change(() => { this.state.regions.set(square, this.tool.slice(1)) })
    this.state.change(() => {
      const had = this.state.given.get(square)
      this.state.blocked.delete(square)
      if (had === this.tool) this.state.given.delete(square)
      else this.state.given.set(square, this.tool)
    })
  }

  block(square: string) {
    this.state.change(() => {
      if (this.state.blocked.delete(square)) return
      this.state.given.delete(square)
      this.state.blocked.add(square)
    })
  }

  private grab(e: PointerEvent, square: string) {
    if (e.button !== 0) return
    const target = e.currentTarget as HTMLElement
    if (target.hasPointerCapture?.(e.pointerId)) target.releasePointerCapture(e.pointerId)
    this.focusOn(this.cells.findIndex(c => c.dataset.square === square))
    this.dragged = { from: square, over: square, moved: false }
  }

  private move(e: PointerEvent) {
    const d = this.dragged
    if (!d) return
    const over = (document.elementFromPoint(e.clientX, e.clientY)?.closest("[data-square]") as HTMLElement | null)?.dataset.square ?? ""
    if (over === d.over) return
    d.over = over
    d.moved = true
    if (this.tool.startsWith("=") && over) return this.put(over) // painting
    for (const c of this.cells) c.classList.toggle("over", c.dataset.square === over && this.state.given.has(d.from))
  }

  private drop(e: PointerEvent) {
    const d = this.dragged
    if (!d) return
    this.dragged = undefined
    for (const c of this.cells) c.classList.remove("over")
    if (!d.moved || this.tool.startsWith("=")) return this.put(d.from)
    const kind = this.state.given.get(d.from)
    if (kind === undefined || d.over === d.from) return
    this.state.change(() => {
      this.state.given.delete(d.from)
      if (d.over) { this.state.given.set(d.over, kind); this.state.blocked.delete(d.over) } // outside the board it is taken away
    })
  }

  /** Returns the picture of a piece. */
  glyph(kind: string): SVGElement {
    const f = this.familyOf()
    const g = s("svg", { viewBox: "0 0 100 100", class: "piece", "aria-hidden": "true" })
    const outlines = f && this.glyphs[kind ? f.name + " " + kind : f.name]
    if (!outlines) g.append(s("text", { x: 50, y: 70, class: "letter" }, kind || f?.piece || "X"))
    for (const o of outlines ?? []) g.append(s("path", { d: o.path, fill: o.fill, stroke: o.edge ? "#1c1c1c" : undefined, "stroke-width": o.edge || undefined }))
    return g
  }

  kindName(kind: string): string {
    const f = this.familyOf()
    return f?.kinds?.find(k => k.letter === kind)?.name ?? firstKinds[f?.piece ?? ""] ?? "piece"
  }

  draw() {
    const { state: st, survey, cells } = this
    this.element.classList.toggle("painting", this.tool.startsWith("="))
    const columns = st.columns
    const dead = new Set(survey?.dead), backbone = new Set(survey?.backbone), attacked = new Set(survey?.attacked), bad = new Set(survey?.attacks?.flat())
    const overlay = new Map((this.overlay?.pieces ?? []).map(p => parts(p)).map(([kind, square]) => [square, kind])), marked = new Set(this.overlay?.marked)
    const found = Number(survey?.count ?? 0)
    for (const [i, c] of cells.entries()) {
      const name = c.dataset.square!, rank = st.ranks - 1 - Math.floor(i / columns), file = i % columns
      const times = survey?.squares?.[rank * columns + file] ?? 0
      const kind = st.given.get(name), shown = overlay.get(name)
      const free = kind === undefined && !st.blocked.has(name)
      c.tabIndex = i === this.focus ? 0 : -1
      c.classList.toggle("given", kind !== undefined)
      c.classList.toggle("blocked", st.blocked.has(name))
      c.classList.toggle("attacked", this.shade === "attacked" && attacked.has(name))
      c.classList.toggle("no", this.shade === "dead" && free && dead.has(name) && !this.overlay)
      c.classList.toggle("all", this.shade === "dead" && free && backbone.has(name) && !this.overlay)
      c.classList.toggle("bad", this.overlay ? marked.has(parts(name)[1]) || marked.has(name) : bad.has(name))
      c.classList.toggle("hint", name === this.hinted)
      c.classList.toggle("movable", kind !== undefined)
      const region = st.regions.get(name)
      c.style.setProperty("--region", region ? tint(region) : "")
      c.classList.toggle("region", region !== undefined)
      for (const [side, df, dr] of [["top", 0, 1], ["right", 1, 0], ["bottom", 0, -1], ["left", -1, 0]] as const) {
        c.classList.toggle("wall-" + side, region !== undefined && st.regions.get(squareName(file + df, rank + dr)) !== region)
      }
      const heat = this.shade === "counts" && found > 0 && free
      c.style.setProperty("--heat", heat ? (times / found).toFixed(3) : "0")
      const content: Node[] = []
      if (kind !== undefined) content.push(this.glyph(kind))
      else if (shown !== undefined) {
        const g = this.glyph(shown)
        g.classList.add("ghost")
        content.push(g)
      } else if (heat && st.columns <= 10) content.push(h("span", { class: "times" }, short(times)))
      if (region) content.push(h("span", { class: "region-letter", "aria-hidden": "true" }, region))
      c.replaceChildren(...content)
      const words = [name]
      if (region) words.push("region " + region)
      if (kind !== undefined) words.push(this.kindName(kind))
      if (st.blocked.has(name)) words.push("blocked")
      if (shown !== undefined && kind === undefined) words.push(this.kindName(shown) + " of the shown solution")
      if (bad.has(name)) words.push("under attack")
      if (free && dead.has(name)) words.push("in no solution")
      if (free && backbone.has(name)) words.push("in every solution")
      else if (free && times && survey?.complete) words.push(`in ${times} of ${found} solutions`)
      if (free && attacked.has(name)) words.push("attacked")
      if (name === this.hinted) words.push("hint")
      c.setAttribute("aria-label", words.join(", "))
    }
    this.drawAttacks(this.overlay ? (this.overlay.marked?.length === 2 ? [this.overlay.marked as [string, string]] : []) : survey?.attacks ?? [])
  }

  private drawAttacks(pairs: [string, string][]) {
    const { columns, ranks } = this.state
    this.lines.setAttribute("viewBox", `0 0 ${columns} ${ranks}`)
    const at = (p: string): [number, number] => {
      const square = parts(p)[1]
      return [square.charCodeAt(0) - 97 + .5, ranks - Number(square.slice(1)) + .5]
    }
    this.lines.replaceChildren(...pairs.slice(0, 200).map(([a, b]) => {
      const [x1, y1] = at(a), [x2, y2] = at(b)
      return s("line", { x1, y1, x2, y2 })
    }))
  }

  /** Returns the drawn board as an SVG file. */
  svg(): string {
    const { columns, ranks } = this.state, side = 60, size = side, edge = 24
    const out = [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${columns * side + edge} ${ranks * side + edge}" width="${columns * side + edge}" height="${ranks * side + edge}" font-family="Liberation Sans, Arial, sans-serif">`,
      `<title>${this.survey?.problem ?? ""}</title><rect width="100%" height="100%" fill="#fff"/>`]
    for (const [i, c] of this.cells.entries()) {
      const file = i % columns, row = Math.floor(i / columns), x = edge + file * side, y = row * side
      const blocked = c.classList.contains("blocked")
      const region = this.state.regions.get(c.dataset.square!)
      out.push(`<rect x="${x}" y="${y}" width="${side}" height="${side}" fill="${blocked ? "#6b747e" : region ? tint(region) : (file + ranks - 1 - row) % 2 ? "#fdfaf3" : "#d2c6ae"}"/>`)
      if (blocked) out.push(`<path d="M ${x} ${y + side} L ${x + side} ${y}" stroke="#fff" stroke-width="3"/>`)
      for (const [side, x1, y1, x2, y2] of [["top", 0, 0, 1, 0], ["right", 1, 0, 1, 1], ["bottom", 0, 1, 1, 1], ["left", 0, 0, 0, 1]] as const) {
        if (c.classList.contains("wall-" + side)) out.push(`<line x1="${x + x1 * size}" y1="${y + y1 * size}" x2="${x + x2 * size}" y2="${y + y2 * size}" stroke="#1c1c1c" stroke-width="3"/>`)
      }
      const piece = c.querySelector("svg.piece")
      if (piece) {
        out.push(`<g transform="translate(${x} ${y}) scale(${side / 100})">`)
        for (const part of piece.children) {
          if (part.tagName === "path") out.push(`<path d="${part.getAttribute("d")}" fill="${part.getAttribute("fill")}"${part.getAttribute("stroke") ? ` stroke="#1c1c1c" stroke-width="${part.getAttribute("stroke-width")}"` : ""}/>`)
          else out.push(`<text x="50" y="70" font-size="60" text-anchor="middle" fill="#1b1f24">${part.textContent}</text>`)
        }
        out.push("</g>")
        if (c.classList.contains("given")) out.push(`<rect x="${x + 3}" y="${y + 3}" width="${side - 6}" height="${side - 6}" fill="none" stroke="#1b1f24"/>`)
      }
    }
    for (let r = 0; r < ranks; r++) out.push(`<text x="${edge / 2}" y="${(ranks - r - .5) * side + 5}" font-size="14" text-anchor="middle" fill="#57606a">${r + 1}</text>`)
    for (let f = 0; f < columns; f++) out.push(`<text x="${edge + (f + .5) * side}" y="${ranks * side + 17}" font-size="14" text-anchor="middle" fill="#57606a">${String.fromCharCode(97 + f)}</text>`)
    out.push(`<rect x="${edge}" y="0" width="${columns * side}" height="${ranks * side}" fill="none" stroke="#6b747e"/></svg>`)
    return out.join("\n")
  }
}

/** Returns a number of at most four characters: 950, 12k, 3.4M. */
function short(n: number): string {
  if (n < 1000) return String(n)
  for (const [unit, size] of [["M", 1e6], ["k", 1e3]] as const) if (n >= size) return n / size < 10 ? (n / size).toFixed(1) + unit : Math.round(n / size) + unit
  return String(n)
}
