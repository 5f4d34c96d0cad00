// The page to play with: it loads the engines, and surveys the position after each change.

import { Board, State, letters, maxSide, tint, type Glyphs, type Shade } from "./board"
import { h } from "../../../bench/report/web/dom"
import { Engines, type Answer, type Family, type Survey } from "./engines"
import { panels } from "./panels"

/** What the panels share. */
export interface Desk {
  state: State
  board: Board
  engines: Engines
  names: string[] // of the engines
  say(text: string): void
  show(pieces: string[] | undefined, marked?: string[]): void
  milliseconds(): number
}

const id = (name: string) => document.getElementById(name)!
const data = (name: string) => id(name).textContent!

/** The families and engines of the page. Families with layers are not boards for it. */
const known = JSON.parse(data("known")) as { families: Family[]; engines: string[] }
const families = known.families.filter(f => !f.layers)
const state = new State()
const board = new Board(state, JSON.parse(data("glyphs")) as Glyphs, () => families.find(f => f.name === state.family))
let stop = () => {}
let engines: Engines

function say(text: string) { id("status").textContent = text }

/** Lists squares, the first few of them. */
function some(list: string[]): string { return list.length > 12 ? list.slice(0, 12).join(", ") + ", …" : list.join(", ") }

const number = (text: string) => text.replace(/\B(?=(\d{3})+(?!\d))/g, ",")

function plural(n: string | number, one: string, many: string): string { return `${number(String(n))} ${String(n) === "1" ? one : many}` }

/** Writes what a survey found as sentences. */
function tell(s: Survey, last: boolean) {
  const lines: string[] = []
  const f = families.find(f => f.name === state.family)
  const best = s.optimum !== undefined && f?.goal ? ` with ${s.optimum} pieces, the ${f.goal} possible` : ""
  for (const [a, b] of (s.attacks ?? []).slice(0, 3)) lines.push(`${a} and ${b} attack each other.`)
  let headline: string
  if (s.count === undefined) headline = s.reason ?? "…"
  else if (s.complete && s.count === "0") {
    headline = "No solution."
    if (s.reason && !s.attacks?.length) lines.push(s.reason.replace(/^./, c => c.toUpperCase()).replace(/\.?$/, "."))
  } else if (s.complete) headline = plural(s.count, "solution", "solutions") + best + "."
  else if (s.count === "0") headline = last ? "No solution was found within the time; there may be one." : "No solution found yet…"
  else headline = `At least ${plural(s.count, "solution", "solutions")}${best}${last ? "." : "…"}`
  id("count").textContent = headline
  if (s.count !== "0") {
    if (s.backbone?.length) lines.push(`In every solution: ${some(s.backbone)}.`)
    if (s.dead?.length) lines.push(`${plural(s.dead.length, "free square is", "free squares are")} in no solution.`)
    if (s.undecided && last) lines.push(`${plural(s.undecided, "square was", "squares were")} not decided within the time.`)
  }
  id("details").replaceChildren(...lines.map(l => h("p", {}, l)))
}

function survey() {
  stop()
  board.survey = undefined
  board.overlay = undefined
  board.hinted = ""
  id("undo").toggleAttribute("disabled", !state.undoable)
  if (state.refused) {
    id("count").textContent = state.refused
    id("details").replaceChildren()
    document.body.dataset.answered = "all"
    board.draw()
    return
  }
  id("stop").hidden = false
  const limit = milliseconds()
  let guard = 0
  const end = engines.ask({ ask: "survey", position: state.position(), milliseconds: limit }, (a: Answer) => {
    if (limit && !guard) guard = setTimeout(() => { // an engine that finds no solution for long cannot end itself
      stop()
      if (board.survey) tell(board.survey, true)
    }, 2 * limit + 1000)
    if (a.error) {
      id("count").textContent = a.error
      id("details").replaceChildren()
    } else if (a.survey) {
      board.survey = a.survey
      tell(a.survey, a.last)
      ;(id("command") as HTMLInputElement).value = a.survey.command
    }
    if (a.last) finish()
    board.draw()
    document.body.dataset.answered = a.last ? "all" : "some"
    if ((a.last || a.survey?.count) && !performance.getEntriesByName("first answer").length) performance.mark("first answer")
  })
  const finish = () => { clearTimeout(guard); id("stop").hidden = true; stop = () => {} }
  stop = () => { end(); finish(); document.body.dataset.answered = "all" }
  document.body.dataset.answered = "none"
  ;(id("link") as HTMLInputElement).value = location.href
  board.draw()
}

const milliseconds = () => Number((id("time") as HTMLSelectElement).value)

/** Shows the controls of the family. */
function controls() {
  const f = families.find(f => f.name === state.family)
  const family = id("family") as HTMLSelectElement
  if (family.options.length !== families.length) family.replaceChildren(...families.map(f => h("option", { value: f.name }, f.name)))
  family.value = state.family
  id("about").textContent = (f?.about ?? "").replace(/ \(--[^)]*\)/, "") // without flags of the command line
  const sizes = (select: HTMLSelectElement, value: number) => {
    if (!select.options.length) select.replaceChildren(...Array.from({ length: maxSide }, (_, i) => h("option", {}, String(i + 1))))
    select.value = String(value)
  }
  sizes(id("ranks") as HTMLSelectElement, state.n)
  sizes(id("files") as HTMLSelectElement, state.columns)
  id("rectangle").hidden = !f?.rectangles
  ;(id("pieces") as HTMLInputElement).value = state.pieces
  id("parameters").replaceChildren(...(f?.parameters ?? []).map(p => {
    const input = h("input", { type: "number", id: "parameter-" + p.name, min: p.min, max: p.max || undefined, value: state.parameters[p.name] ?? p.default, title: p.about,
      change: () => state.change(() => { state.parameters[p.name] = Number(input.value) }) })
    return h("span", { class: "field" }, h("label", { for: input.id }, p.name), input)
  }))
  const tools: [string, string][] = [["", board.kindName("")], ...(f?.kinds ?? []).map(k => [k.letter, k.name] as [string, string]), ["#", "blocked"], ...(f?.regions ? Array.from({ length: state.n }, (_, i) => ["=" + letters[i], "region " + letters[i]] as [string, string]) : [])]
  if (!tools.some(([t]) => t === board.tool)) board.tool = ""
  id("tools").replaceChildren(...tools.map(([tool, name]) => h("button", { type: "button", "aria-pressed": String(tool === board.tool), click: () => { board.tool = tool; controls(); board.draw() } }, ...(tool === "#" ? [h("span", { class: "swatch-blocked", "aria-hidden": "true" })] : tool.startsWith("=") ? [swatch(tool.slice(1))] : [board.glyph(tool)]), tool.startsWith("=") ? tool.slice(1) : name)))
}

function swatch(region: string): HTMLElement {
  const e = h("span", { class: "swatch-region" })
  e.style.background = tint(region)
  return e
}

let built = ""
function changed() {
  const shape = [state.family, state.n, state.columns].join()
  if (built !== shape) board.build()
  built = shape
  controls()
  survey()
}

/** Changes the board, and drops pieces and blocked squares that it does not have. */
function resize(by: () => void) {
  state.change(() => {
    by()
    if (families.find(f => f.name === state.family)?.regions) {
      if (state.regions.size !== state.n * state.columns) state.rankRegions()
    } else state.regions.clear()
    const on = (square: string) => square.charCodeAt(0) - 97 < state.columns && Number(square.slice(1)) <= state.n
    state.given = new Map([...state.given].filter(([s]) => on(s)))
    state.blocked = new Set([...state.blocked].filter(on))
  })
}

function connect() {
  id("place").append(board.element)
  const value = (name: string, to: (v: string) => void) => id(name).addEventListener("change", e => to((e.target as HTMLInputElement).value))
  value("family", v => resize(() => {
    state.family = v
    state.parameters = {}
    state.pieces = ""
    state.files = 0
    const kinds = families.find(f => f.name === v)?.kinds ?? []
    state.given = new Map([...state.given].filter(([, kind]) => !kind || kinds.some(k => k.letter === kind)))
  }))
  value("ranks", v => resize(() => { const same = state.files === 0; state.n = Number(v); if (same || state.files === state.n) state.files = 0 }))
  value("files", v => resize(() => { state.files = Number(v) === state.n ? 0 : Number(v) }))
  value("pieces", v => state.change(() => { state.pieces = v.trim() }))
  value("time", () => survey())
  value("shade", v => { board.shade = v as Shade; board.draw() })
  id("clear").addEventListener("click", () => state.change(() => { state.given.clear(); state.blocked.clear() }))
  id("undo").addEventListener("click", () => state.undo())
  id("stop").addEventListener("click", () => { stop(); if (board.survey) tell(board.survey, true); else id("count").textContent = "Stopped." })
  addEventListener("hashchange", () => { if (location.hash.slice(1) !== state.fragment()) { state.read(location.hash); changed() } })
  state.onChange(changed)
}

/** Sends the text of the engines to a function while the page is still being read, and then calls end. */
function readEngines(part: (text: string) => void, end: () => void) {
  let sent = 0
  const send = (all: boolean) => {
    const parts = document.getElementsByClassName("engines")
    for (; sent < parts.length - (all ? 0 : 1); sent++) part(parts[sent].textContent!) // the last one may be incomplete
  }
  const observer = new MutationObserver(() => send(false))
  observer.observe(document.body, { childList: true })
  document.addEventListener("DOMContentLoaded", () => { observer.disconnect(); send(true); end() })
}

function start() {
  if (typeof WebAssembly === "undefined" || typeof DecompressionStream === "undefined") {
    id("static").textContent = "This browser has no WebAssembly, so the engines of this page do not run. Use a newer browser, or the command line: nqueens count 8."
    return
  }
  const failed = (why: string) => { stop(); id("count").textContent = `The engines did not start: ${why}.` }
  try {
    engines = new Engines(data("worker"), readEngines, failed)
  } catch (e) {
    failed(e instanceof Error ? e.message : String(e))
    return
  }
  state.read(location.hash)
  document.body.classList.add("js")
  connect()
  changed()
  panels({
    state, board, engines, names: known.engines, say, milliseconds,
    show(pieces, marked) { board.overlay = pieces && { pieces, marked }; board.draw() },
  })
}

start()
