// One instance: its board, the answers of all contenders, and the commands that repeat them.

import { Board, Cell, Page, Problem, ending } from "./data"
import { h, name, s } from "./dom"
import { bytes, count, durationBetween } from "./format"
import { State } from "./state"
import { answer, effort } from "./table"

export class Instance {
  private readonly dialog: HTMLDialogElement
  private shown = ""

  constructor(readonly page: Page, readonly state: State) {
    this.dialog = h("dialog", { class: "instance", close: () => { if (this.state.open) { this.state.open = undefined; this.state.changed() } } })
    document.body.append(this.dialog)
    state.onChange(() => this.update())
    this.update()
  }

  open(run: number, problem: string, task: string) {
    this.state.open = [run, problem, task]
    this.state.changed()
  }

  private update() {
    const open = this.state.open
    const cell = open && this.page.runs[open[0]] ? this.page.find(open[0], "", open[1], open[2]) : undefined
    const key = cell ? open!.join("~") : ""
    if (key === this.shown) return
    this.shown = key
    if (!cell) { this.dialog.close(); return }
    this.fill(cell)
    if (!this.dialog.open) this.dialog.showModal()
  }

  private fill(c: Cell) {
    const problem = this.page.problem(c), cells = this.page.alike(c)
    const title = h("h2", { id: "instance-title", tabindex: "-1", autofocus: true }, name(problem.name), h("small", {}, ` task ${this.page.task(c)}`))
    const board = h("div", { class: "board" })
    const draw = (place: number, who: string) => {
      if (problem.board) board.replaceChildren(boardOf(problem.board, problem.solutions?.[place] ?? "", `${problem.name}${who ? ", as " + who + " solves it" : ""}`), h("p", { class: "note" }, this.legend(problem, who)))
    }
    const first = this.page.onProblem(c).find(k => this.solution(k) >= 0 && !this.cells(k).wrong[k.i])
    draw(first ? this.solution(first) : -1, first ? this.page.contender(first).name : "")
    const rows = cells.map(k => this.row(k, draw)), titles = ["contender", "ended", "answer", "time [95 % interval]", "memory", "effort", "proof"]
    const used = titles.map((_, i) => rows.some(r => r.cells[i].textContent)) // empty columns are omitted
    for (const r of rows) [...r.cells].forEach((cell, i) => { if (!used[i]) cell.remove() })
    this.dialog.setAttribute("aria-labelledby", "instance-title")
    this.dialog.replaceChildren(
      h("div", { class: "head" }, title, h("button", { type: "button", class: "close", "aria-label": "Close", click: () => this.dialog.close() }, "×")),
      h("p", {}, problem.verdict),
      h("div", { class: "sides" }, board,
        h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Answers" },
          h("table", {}, h("caption", { class: "hidden" }, `Answers to ${problem.name}`), h("thead", {}, h("tr", {}, ...titles.filter((_, i) => used[i]).map(t => h("th", { scope: "col" }, t)))), h("tbody", {}, ...rows)))))
  }

  private cells(c: Cell) { return this.page.runs[c.run].cells }
  private solution(c: Cell): number { return this.cells(c).solution[c.i] }

  private legend(p: Problem, who: string): string {
    const parts = []
    if (who) parts.push(`as ${who} solves it`)
    if (p.board?.given?.length) parts.push(`${p.board.given.length} given (framed)`)
    if (p.board?.blocked?.length) parts.push(`${p.board.blocked.length} blocked (grey)`)
    if (p.board?.excluded?.length) parts.push(`${p.board.excluded.length} excluded diagonals`)
    if (!p.solutions?.length) parts.push("no solution was shown")
    return parts.join("; ")
  }

  private row(c: Cell, draw: (place: number, who: string) => void): HTMLTableRowElement {
    const x = this.cells(c), i = c.i, e = effort(x.stats[i]), who = this.page.contender(c).name, ended = ending(x, i)
    const command = this.page.command(c)
    const said = h("span", { role: "status" })
    const buttons = h("div", { class: "buttons" })
    if (x.solution[i] >= 0) buttons.append(h("button", { type: "button", "aria-label": `draw what ${who} found`, click: () => draw(x.solution[i], who) }, "draw"))
    if (command) buttons.append(h("button", { type: "button", title: command, "data-command": command, "aria-label": `copy command: runs ${who} again`, click: async () => { said.textContent = await copy(command) ? "copied" : command } }, "copy command"), said)
    const all = Object.entries(x.stats[i] ?? {}).map(([k, v]) => `${count(v)} ${k}`).join(", ")
    const times = x.seconds[i] && x.runs[i] > 1 ? `${x.runs[i]} runs` : ""
    return h("tr", { class: x.wrong[i] ? "wrong" : undefined },
      h("th", { scope: "row" }, name(who), x.version[i] ? h("small", {}, " ", name(x.version[i])) : "", buttons),
      h("td", {}, h("span", { class: "status " + ended }, ended), x.reason[i] ? h("small", { class: "reason" }, name(x.reason[i])) : ""),
      h("td", { class: "number" }, answer(x.answer[i])),
      h("td", { class: "number" }, x.seconds[i] ? durationBetween(x.seconds[i], x.low[i], x.high[i]) : "", times ? h("small", {}, " " + times) : ""),
      h("td", { class: "number" }, bytes(x.peak[i])),
      h("td", { class: "number" }, h("span", { title: all }, e ? `${count(e.amount)} ${e.unit}` : "")),
      h("td", {}, x.proof[i]))
  }
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch { // the clipboard interface is missing or not allowed
    const area = h("textarea", { class: "hidden" })
    area.value = text
    ;(document.querySelector("dialog[open]") ?? document.body).append(area)
    area.select()
    const done = document.execCommand("copy")
    area.remove()
    return done
  }
}

/** Returns file and rank, from 0, of a square such as "aa12". */
export function square(text: string): [number, number] | undefined {
  const m = /^(?:.@)?([a-z]+)(\d+)$/.exec(text)
  if (!m) return undefined
  let file = 0
  for (const letter of m[1]) file = file * 26 + letter.charCodeAt(0) - 96
  return [file - 1, Number(m[2]) - 1]
}

/** Returns a board with its pieces: "a1,c2", or "P@a1,c2" with the letter of another kind. */
export function boardOf(b: Board, solution: string, what: string): SVGSVGElement {
  const side = Math.max(6, Math.min(40, Math.floor(320 / Math.max(b.files, b.ranks)))), edge = 20
  const width = b.files * side, high = b.ranks * side
  const svg = s("svg", { class: "chessboard", role: "img", "aria-label": what + (solution ? ": " + solution : ""), viewBox: `0 0 ${width + edge + 2} ${high + edge + 2}`, width: width + edge + 2 })
  const x = (file: number) => edge + file * side, y = (rank: number) => 1 + (b.ranks - 1 - rank) * side
  let dark = ""
  for (let r = 0; r < b.ranks; r++) for (let f = r % 2; f < b.files; f += 2) dark += `M${x(f)},${y(r)}h${side}v${side}h${-side}z`
  svg.append(s("rect", { x: edge, y: 1, width, height: high, class: "light" }), s("path", { d: dark, class: "dark" }))
  for (const text of b.blocked ?? []) {
    const at = square(text)
    if (at) svg.append(s("rect", { x: x(at[0]), y: y(at[1]), width: side, height: side, class: "blocked" }), s("path", { d: `M${x(at[0])},${y(at[1]) + side}l${side},${-side}`, class: "hatch" }))
  }
  for (const text of b.excluded ?? []) {
    const [kind, number] = text.split(":"), d = Number(number), squares: [number, number][] = []
    for (let f = 0; f < b.files; f++) {
      const r = kind === "sum" ? d - f : f - d
      if (r >= 0 && r < b.ranks) squares.push([f, r])
    }
    if (squares.length === 0) continue
    const [a, z] = [squares[0], squares[squares.length - 1]], half = side / 2
    svg.append(s("line", { x1: x(a[0]) + half, y1: y(a[1]) + half, x2: x(z[0]) + half, y2: y(z[1]) + half, class: "excluded" }))
  }
  svg.append(s("rect", { x: edge, y: 1, width, height: high, class: "edge" }))
  for (const text of b.given ?? []) {
    const at = square(text)
    if (at) svg.append(s("rect", { x: x(at[0]) + 1, y: y(at[1]) + 1, width: side - 2, height: side - 2, class: "given" }))
  }
  const pieces = solution ? solution.split(",") : b.given ?? []
  for (const text of pieces) {
    const at = square(text)
    if (!at) continue
    const cx = x(at[0]) + side / 2, cy = y(at[1]) + side / 2, letter = text.includes("@") ? text[0] : b.piece
    if (side < 14) svg.append(s("circle", { cx, cy, r: side * 0.36, class: "piece" }))
    else if (letter === "Q" || letter === "S") svg.append(s("path", { d: crown(cx, cy, side * 0.36), class: "piece" }))
    else svg.append(s("text", { x: cx, y: cy, class: "piece", "font-size": side * 0.62 }, letter))
  }
  const step = side >= 14 ? 1 : 5
  for (let f = 0; f < b.files; f += step) svg.append(s("text", { x: x(f) + side / 2, y: high + 15, class: "middle" }, fileName(f)))
  for (let r = 0; r < b.ranks; r += step) svg.append(s("text", { x: edge - 5, y: y(r) + side / 2 + 4, class: "end" }, String(r + 1)))
  return svg
}

function fileName(f: number): string { return (f >= 26 ? fileName(Math.floor(f / 26) - 1) : "") + String.fromCharCode(97 + f % 26) }

/** Returns the path of a crown: five points over a band. */
function crown(x: number, y: number, r: number): string {
  const p = (dx: number, dy: number) => `${(x + dx * r).toFixed(1)},${(y + dy * r).toFixed(1)}`
  return `M${p(-0.75, 0.95)}L${p(-1, -0.55)}L${p(-0.52, 0.15)}L${p(-0.45, -0.85)}L${p(0, 0)}L${p(0.45, -0.85)}L${p(0.52, 0.15)}L${p(1, -0.55)}L${p(0.75, 0.95)}Z`
}
