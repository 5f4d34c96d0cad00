// The panels beside the board: solutions, engines, clauses, a class's answers, sharing.

import { h } from "../../../bench/report/web/dom"
import { parts } from "./board"
import type { Encoded, Sheet, Solutions, Work } from "./engines"
import type { Desk } from "./main"

const id = (name: string) => document.getElementById(name)!
const mostSolutions = 20000

/** Connects all panels. Each runs a question at a time and forgets its answer when the position changes. */
export function panels(d: Desk) {
  solutions(d)
  engines(d)
  clauses(d)
  sheet(d)
  share(d)
}

/** Runs one question at a time. */
class Asking {
  private stop = () => {}
  constructor(d: Desk, forget: () => void) { d.state.onChange(() => { this.end(); forget() }) }
  end() { this.stop(); this.stop = () => {} }
  stops = (stop: () => void) => { this.stop = stop }
}

function solutions(d: Desk) {
  let all: Solutions | undefined, shown: number[] = [], at = 0
  const asking = new Asking(d, () => { all = undefined; id("leaf").hidden = true; d.say("") })
  const show = () => {
    if (!all) return
    const solution = all.list[shown[at]]
    d.show(solution)
    ;(id("number") as HTMLInputElement).value = String(at + 1)
    ;(id("number") as HTMLInputElement).max = String(shown.length)
    const only = (id("fundamental") as HTMLInputElement).checked
    id("of").textContent = `of ${shown.length.toLocaleString("en")}${all.complete ? "" : " found first"}${only ? ", no two of which are symmetric" : ""}: ${solution.join(" ")}`
    const images = all.list.filter((_, i) => all!.class[i] === all!.class[shown[at]])
    id("images").replaceChildren(...(images.length > 1 ? images.slice(0, 16).map(image => h("button", { type: "button", class: "mini", "aria-label": "show " + image.join(" "), "aria-pressed": String(image === solution), click: () => d.show(image) }, mini(d, image))) : []))
    id("images-note").textContent = images.length > 1 ? `Turned and reflected it is ${images.length} solutions:` : "Turned and reflected it is itself."
  }
  const choose = () => {
    if (!all) return
    const only = (id("fundamental") as HTMLInputElement).checked, seen = new Set<number>()
    shown = all.list.map((_, i) => i).filter(i => !only || !seen.has(all!.class[i]) && seen.add(all!.class[i]))
    at = 0
    show()
  }
  const turn = (by: number) => { at = (at + by + shown.length) % shown.length; show() }
  id("previous").addEventListener("click", () => turn(-1))
  id("next").addEventListener("click", () => turn(1))
  id("number").addEventListener("change", e => { at = Math.min(Math.max(Number((e.target as HTMLInputElement).value) || 1, 1), shown.length) - 1; show() })
  id("fundamental").addEventListener("change", choose)
  id("hide").addEventListener("click", () => { id("leaf").hidden = true; all = undefined; d.show(undefined); d.say("") })

  id("one").addEventListener("click", async () => {
    asking.end()
    d.say("Searching…")
    const a = await d.engines.once({ ask: "one", position: d.state.position() }, asking.stops)
    if (!a) return
    d.say(a.error ?? (a.one ? a.one.join(" ") : "No solution" + (a.reason ? ": " + a.reason : "") + "."))
    d.show(a.one)
  })
  id("hint").addEventListener("click", async () => {
    asking.end()
    const b = d.board, taken = (square: string) => d.state.given.has(square)
    const certain = b.survey?.backbone?.find(s => !taken(s))
    if (certain) {
      b.hinted = certain
      d.say(`Every solution has a piece on ${certain}.`)
      b.draw()
      return
    }
    d.say("Searching…")
    const a = await d.engines.once({ ask: "one", position: d.state.position() }, asking.stops)
    if (!a) return
    const piece = a.one?.find(p => !taken(parts(p)[1]))
    if (piece) {
      b.hinted = parts(piece)[1]
      d.say(`A solution has a piece on ${b.hinted}; others may not.`)
    } else d.say(a.error ?? (a.one ? "All pieces are placed." : "There is no solution from here: take a piece back."))
    b.draw()
  })
  id("all").addEventListener("click", async () => {
    asking.end()
    d.say("Searching…")
    const a = await d.engines.once({ ask: "solutions", position: d.state.position(), most: mostSolutions }, asking.stops)
    if (!a) return
    all = a.solutions
    if (a.error || !all?.list.length) {
      d.say(a.error ?? "No solution" + (all?.reason ? ": " + all.reason : "") + ".")
      return
    }
    const complete = all.complete ? "" : `The first ${mostSolutions.toLocaleString("en")}: `
    d.say(`${complete}${all.list.length.toLocaleString("en")} ${all.list.length === 1 ? "solution" : "solutions"}, ${all.classes.toLocaleString("en")} up to symmetry.`)
    id("leaf").hidden = false
    choose()
  })
}

/** Returns a small picture of a solution. */
function mini(d: Desk, solution: string[]): SVGElement {
  const { columns, ranks } = d.state, ns = "http://www.w3.org/2000/svg"
  const svg = document.createElementNS(ns, "svg")
  svg.setAttribute("viewBox", `0 0 ${columns} ${ranks}`)
  const add = (tag: string, attributes: Record<string, string | number>) => {
    const e = document.createElementNS(ns, tag)
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, String(v))
    svg.append(e)
  }
  add("rect", { width: columns, height: ranks, class: "mini-light" })
  for (let r = 0; r < ranks; r++) for (let f = 0; f < columns; f++) if ((f + r) % 2 === 0) add("rect", { x: f, y: ranks - 1 - r, width: 1, height: 1, class: "mini-dark" })
  for (const p of solution) {
    const [kind, square] = parts(p)
    add("circle", { cx: square.charCodeAt(0) - 97 + .5, cy: ranks - Number(square.slice(1)) + .5, r: .36, class: kind ? "mini-other" : "mini-piece" })
  }
  return svg
}

function engines(d: Desk) {
  const body = id("work") as HTMLTableSectionElement
  let running = 0
  const asking = new Asking(d, () => { running++; body.replaceChildren(); id("work-table").hidden = true; id("work-stop").hidden = true })
  id("work-stop").addEventListener("click", () => { running++; asking.end(); id("work-stop").hidden = true })
  id("run").addEventListener("click", async () => {
    asking.end()
    const mine = ++running, task = (id("task") as HTMLSelectElement).value
    body.replaceChildren()
    id("work-table").hidden = false
    id("work-stop").hidden = false
    for (const engine of d.names) {
      const answer = h("td", {}, "…"), work = h("td", {})
      body.append(h("tr", {}, h("th", { scope: "row" }, engine), answer, work))
      const limit = d.milliseconds()
      let timer = 0, late = false
      const a = await d.engines.once({ ask: "work", engine, task, position: d.state.position() }, stop => {
        asking.stops(stop)
        if (limit) timer = setTimeout(() => { late = true; stop() }, 2 * limit)
      })
      clearTimeout(timer)
      const w: Work | undefined = a?.work
      if (mine !== running) { answer.textContent = "stopped"; return }
      answer.textContent = a?.error ?? (late ? "not within the time" : w?.answer ?? w?.reason ?? w?.status ?? "stopped")
      const stats = Object.entries(w?.stats ?? {}).sort(([a], [b]) => Number(order.includes(b)) - Number(order.includes(a)) || a.localeCompare(b))
      work.textContent = stats.map(([k, v]) => `${v.toLocaleString("en")} ${k}`).join(", ")
    }
    id("work-stop").hidden = true
  })
}

/** The statistics that tell how large a search is come first. */
const order = ["nodes", "decisions", "conflicts"]

function clauses(d: Desk) {
  const select = id("encoding") as HTMLSelectElement, details = id("clauses") as HTMLDetailsElement
  const asking = new Asking(d, () => { if (details.open) void write() })
  const write = async () => {
    asking.end()
    id("sizes").textContent = "Encoding…"
    const a = await d.engines.once({ ask: "encode", encoding: select.value, position: d.state.position() }, asking.stops)
    if (!a) return
    const e: Encoded | undefined = a.encoded
    if (a.error || !e) { id("sizes").textContent = a.error ?? ""; return }
    if (!select.options.length) select.replaceChildren(...e.encodings.map(n => h("option", {}, n)))
    select.value = e.encoding
    id("sizes").textContent = `${e.variables.toLocaleString("en")} variables, ${e.clauses.toLocaleString("en")} clauses, ${e.literals.toLocaleString("en")} literals.${e.words.length < e.clauses ? ` The first ${e.words.length} clauses:` : ""}`
    id("words").replaceChildren(...e.words.map(w => h("li", {}, w)))
    ;(id("dimacs") as HTMLTextAreaElement).value = e.dimacs
  }
  details.addEventListener("toggle", () => { if (details.open) void write() })
  select.addEventListener("change", () => void write())
  id("copy-dimacs").addEventListener("click", () => void copy(d, (id("dimacs") as HTMLTextAreaElement), "the clauses"))
}

function sheet(d: Desk) {
  const asking = new Asking(d, () => { id("verdicts").hidden = true; id("sheet-note").textContent = "" })
  id("check").addEventListener("click", async () => {
    asking.end()
    id("sheet-note").textContent = "Checking…"
    const a = await d.engines.once({ ask: "sheet", text: (id("answers") as HTMLTextAreaElement).value, position: d.state.position() }, asking.stops)
    if (!a) return
    const s: Sheet | undefined = a.sheet
    if (a.error || !s) { id("sheet-note").textContent = a.error ?? ""; return }
    const wrong = s.lines.filter(l => l.verdict !== "right").length, twins = s.lines.filter(l => l.twin).length
    const note = [`${s.right} right`, `${wrong} not`]
    if (twins) note.push(`${twins} are symmetric to an earlier one`)
    note.push(s.missing === "" ? "the number of missing solutions was not counted" : s.missing === "0" ? "none is missing" : `${s.missing} missing`)
    const text = note.join(", ") + "."
    id("sheet-note").replaceChildren(text.charAt(0).toUpperCase() + text.slice(1))
    if (s.example) id("sheet-note").append(" ", h("button", { type: "button", class: "link", click: () => d.show(s.example) }, "Show one that is missing"))
    id("verdicts").hidden = s.lines.length === 0
    id("lines").replaceChildren(...s.lines.map((l, i) => h("tr", { class: l.verdict },
      h("th", { scope: "row" }, String(i + 1)),
      h("td", {}, l.solution ? h("button", { type: "button", class: "link", click: () => d.show(l.solution, l.concerned) }, l.text) : l.text),
      h("td", {}, l.verdict + (l.why ? ": " + l.why : "")))))
  })
}

async function copy(d: Desk, from: HTMLInputElement | HTMLTextAreaElement, what: string) {
  try {
    await navigator.clipboard.writeText(from.value)
    d.say(`Copied ${what}.`)
  } catch { // a page from a disk may have no access to the clipboard
    from.focus()
    from.select()
    d.say(`Press Ctrl-C to copy ${what}.`)
  }
}

function share(d: Desk) {
  id("copy-link").addEventListener("click", () => void copy(d, id("link") as HTMLInputElement, "the link"))
  id("copy-command").addEventListener("click", () => void copy(d, id("command") as HTMLInputElement, "the command"))
  const save = (name: string, address: string) => { const a = h("a", { href: address, download: name }); document.body.append(a); a.click(); a.remove() }
  const name = () => `${d.state.family}-${d.state.columns}x${d.state.n}`
  const svg = () => "data:image/svg+xml;charset=utf-8," + encodeURIComponent(d.board.svg())
  id("save-svg").addEventListener("click", () => save(name() + ".svg", svg()))
  id("save-png").addEventListener("click", () => {
    const image = new Image()
    image.onload = () => {
      const canvas = h("canvas", { width: image.width * 2, height: image.height * 2 })
      canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height)
      save(name() + ".png", canvas.toDataURL("image/png"))
    }
    image.src = svg()
  })
}
