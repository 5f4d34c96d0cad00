// The table of results: only the visible rows are in the document.

import { Cell, Page, ending } from "./data"
import { h, label, name } from "./dom"
import { bytes, count, durationBetween, speed, speedBetween } from "./format"
import { Facet, State, facets } from "./state"

const rowHeight = 32
const beyond = 12 // rows above and below the visible ones that are created too

interface Column {
  key: string
  title: string
  width: number
  numeric?: boolean
  about?: string
  text(c: Cell): string | Node
  /** The sort key; rows without a value come last. */
  value(c: Cell): number | string | undefined
}

const efforts = ["nodes", "updates", "conflicts", "decisions", "propagations", "steps"]

/** Returns the work of an answer in the first unit that its backend counts. */
export function effort(stats: Record<string, number> | null): { amount: number; unit: string } | undefined {
  for (const unit of efforts) if (stats && stats[unit] !== undefined) return { amount: stats[unit], unit }
  return undefined
}

export class Table {
  private rows: Cell[] = []
  private shown: Cell[] = []
  private columns: Column[]
  private readonly head: HTMLTableRowElement
  private readonly body: HTMLTableSectionElement
  private readonly scroll: HTMLElement
  private readonly said: HTMLElement
  private readonly table: HTMLTableElement
  private readonly controls = new Map<Facet, HTMLSelectElement>()
  private readonly text: HTMLInputElement
  private readonly odd: HTMLInputElement
  private readonly baseline: HTMLSelectElement
  private readonly haystack = new Map<string, string>()

  constructor(readonly page: Page, readonly state: State, readonly open: (c: Cell) => void, root: HTMLElement) {
    page.runs.forEach((run, r) => { for (let i = 0; i < run.cells.problem.length; i++) this.rows.push({ run: r, i }) })
    this.columns = this.allColumns()

    const filters = h("div", { class: "filters", role: "search", "aria-label": "Results" })
    this.text = h("input", { type: "search", id: label(), autocomplete: "off", spellcheck: "false", input: () => { state.text = this.text.value; state.changed() } })
    filters.append(field("Text", this.text, "wide"))
    for (const f of facets) {
      const values = this.values(f)
      if (values.length < 2) continue
      const select = h("select", { id: label(), change: () => { state.facets[f] = select.value; state.changed() } }, h("option", { value: "" }, "all"))
      for (const v of values) select.append(h("option", { value: v }, v || "none"))
      this.controls.set(f, select)
      filters.append(field(f[0].toUpperCase() + f.slice(1), select))
    }
    this.baseline = h("select", { id: label(), change: () => { state.baseline = this.baseline.value; state.changed() } }, h("option", { value: "" }, "the plan's"))
    for (const c of contenders(page)) this.baseline.append(h("option", { value: c }, c))
    filters.append(field("Baseline", this.baseline))
    this.odd = h("input", { type: "checkbox", id: label(), change: () => { state.odd = this.odd.checked; state.changed() } })
    filters.append(h("div", { class: "field check" }, this.odd, h("label", { for: this.odd.id }, "discrepancies only")))
    filters.append(h("button", { type: "button", click: () => { this.reset() } }, "Reset"))

    this.said = h("p", { class: "note", role: "status" })
    this.head = h("tr")
    this.body = h("tbody")
    this.table = h("table", { class: "results" }, h("caption", { class: "hidden" }, "Results, a row for each contender on each problem and task"), h("thead", {}, this.head), this.body)
    this.scroll = h("div", { class: "scroll virtual", tabindex: "0", role: "group", "aria-label": "Results table", scroll: () => this.render() }, this.table)
    root.append(filters, this.said, this.scroll, h("p", { class: "note" }, "Times are medians of one answer [95 % interval]; =: no significant difference from the fastest; *: too few runs for an interval."))
    new ResizeObserver(() => this.render()).observe(this.scroll)
    state.onChange(() => this.update())
    this.update()
  }

  private reset() {
    const s = this.state
    s.text = s.sort = s.baseline = ""
    s.odd = false
    for (const f of facets) s.facets[f] = ""
    s.hidden.clear()
    s.changed()
  }

  private facet(f: Facet, c: Cell): string {
    switch (f) {
      case "run": return `${c.run + 1} ${this.page.runs[c.run].name}`
      case "family": return this.page.problem(c).family
      case "task": return this.page.task(c)
      case "backend": return this.page.contender(c).backend
      case "encoding": return this.page.contender(c).encoding ?? ""
      case "status": return ending(this.page.runs[c.run].cells, c.i)
      case "verdict": return this.page.problem(c).kind
    }
  }

  private values(f: Facet): string[] {
    const found = new Set<string>()
    for (const c of this.rows) found.add(this.facet(f, c))
    return [...found].sort()
  }

  private base(c: Cell): Cell | undefined { return this.page.rival(c, this.state.baseline || this.page.runs[c.run].baseline) }

  private allColumns(): Column[] {
    const page = this.page
    const x = (c: Cell) => page.runs[c.run].cells
    const columns: Column[] = [
      {
        key: "problem", title: "Problem", width: widthOf(page.runs.flatMap(r => r.problems), 90), value: c => page.problem(c).name,
        text: c => h("button", { type: "button", class: "link", click: () => this.open(c) }, name(page.problem(c).name)),
      },
      { key: "n", title: "n", width: 44, numeric: true, value: c => page.problem(c).n, text: c => String(page.problem(c).n) },
      { key: "task", title: "Task", width: 74, value: c => page.task(c), text: c => page.task(c) },
      { key: "contender", title: "Contender", width: widthOf(page.runs.flatMap(r => r.contenders), 110), value: c => page.contender(c).name, text: c => name(page.contender(c).name) },
      {
        key: "status", title: "Ended", width: 106, value: c => ending(x(c), c.i),
        text: c => { const e = ending(x(c), c.i); return h("span", { class: "status " + e, title: x(c).reason[c.i] || undefined }, e) },
      },
      { key: "verdict", title: "Verdict", width: 122, value: c => page.problem(c).kind, text: c => h("span", { title: page.problem(c).verdict }, page.problem(c).kind) },
      { key: "answer", title: "Answer", width: 104, numeric: true, value: c => x(c).answer[c.i] ? parseFloat(x(c).answer[c.i]) : undefined, text: c => answer(x(c).answer[c.i]) },
      {
        key: "time", title: "Time", width: 172, numeric: true, about: "median of one answer [95 % interval]", value: c => x(c).seconds[c.i] || undefined,
        text: c => x(c).seconds[c.i] ? durationBetween(x(c).seconds[c.i], x(c).low[c.i], x(c).high[c.i]) + (x(c).tied[c.i] ? "=" : "") : "",
      },
      {
        key: "speedup", title: "Against", width: 204, numeric: true, about: "times as fast as the baseline [90 % interval]; without the start of the process where it is a large part of the time", value: c => page.speedup(c, this.base(c))?.ratio,
        text: c => {
          const b = this.base(c), v = page.speedup(c, b)
          if (!v) return ""
          return b!.i === c.i ? "baseline" : v.high ? speedBetween(v.ratio, v.low, v.high) : speed(v.ratio) + "*"
        },
      },
      {
        key: "difference", title: "Difference", width: 106, about: "Mann–Whitney test, Holm's correction over the family and task", value: c => this.told(c) || undefined,
        text: c => this.told(c),
      },
      { key: "memory", title: "Memory", width: 94, numeric: true, about: "peak of the process, median", value: c => x(c).peak[c.i] || undefined, text: c => bytes(x(c).peak[c.i]) },
      {
        key: "effort", title: "Effort", width: 146, numeric: true, value: c => effort(x(c).stats[c.i])?.amount,
        text: c => { const e = effort(x(c).stats[c.i]); return e ? `${count(e.amount)} ${e.unit}` : "" },
      },
      { key: "runs", title: "Runs", width: 110, numeric: true, value: c => x(c).runs[c.i], text: c => x(c).void[c.i] ? `${x(c).runs[c.i]} (${x(c).void[c.i]} discarded)` : String(x(c).runs[c.i]) },
    ]
    if (page.runs.length > 1) columns.unshift({ key: "run", title: "Run", width: 150, value: c => c.run, text: c => name(page.runs[c.run].name) })
    return columns
  }

  /** Returns the result of the test against the baseline, in words. */
  private told(c: Cell): string {
    const b = this.base(c)
    if (!b || b.i === c.i || !this.page.speedup(c, b)) return ""
    return { "<": "found", "~": "none found", "?": "too few runs" }[this.page.difference(c, b)] ?? ""
  }

  /** Selects and sorts the rows again. */
  update() {
    const { state, page } = this
    this.text.value = state.text
    this.odd.checked = state.odd
    this.baseline.value = state.baseline
    for (const [f, select] of this.controls) select.value = state.facets[f]
    const wanted = facets.filter(f => state.facets[f])
    const words = state.text.toLowerCase().split(/\s+/).filter(Boolean)
    this.shown = this.rows.filter(c => {
      if (state.hidden.has(page.contender(c).name)) return false
      for (const f of wanted) if (this.facet(f, c) !== state.facets[f]) return false
      if (state.odd && !(page.problem(c).kind === "disagreement" || page.runs[c.run].cells.wrong[c.i])) return false
      return words.length === 0 || this.matches(c, words)
    })
    const down = state.sort.startsWith("-"), key = state.sort.replace(/^-/, "")
    const column = this.columns.find(k => k.key === key)
    if (column) {
      const values = this.shown.map(c => column.value(c))
      const texts = [...new Set(values.filter(v => typeof v === "string"))].sort(compare.compare)
      const places = new Map(texts.map((v, i) => [v, i])) // each text is compared once
      const keyed = this.shown.map((c, i) => ({ c, v: typeof values[i] === "string" ? places.get(values[i]) : values[i] as number | undefined }))
      keyed.sort((a, b) => {
        if (a.v === undefined || b.v === undefined) return a.v === b.v ? 0 : a.v === undefined ? 1 : -1
        return down ? b.v - a.v : a.v - b.v
      })
      this.shown = keyed.map(k => k.c)
    }
    this.said.textContent = `${count(this.shown.length)} of ${count(this.rows.length)} results`
    this.table.setAttribute("aria-rowcount", String(this.shown.length + 1))
    this.renderHead()
    this.drawn = ""
    this.render()
  }

  private matches(c: Cell, words: string[]): boolean {
    const p = this.page.problem(c).name, who = this.page.contender(c).name, task = this.page.task(c)
    const key = p + "\n" + who + "\n" + task
    let text = this.haystack.get(key)
    if (text === undefined) this.haystack.set(key, text = key.toLowerCase())
    text += "\n" + this.page.runs[c.run].cells.reason[c.i].toLowerCase()
    return words.every(w => text.includes(w))
  }

  private renderHead() {
    const focused = document.activeElement?.closest?.("th")?.getAttribute("data-column")
    const down = this.state.sort.startsWith("-"), key = this.state.sort.replace(/^-/, "")
    const chosen = this.state.baseline || (this.page.runs.length === 1 ? this.page.runs[0].baseline : "")
    this.head.replaceChildren(...this.columns.map(k => {
      const sorted = k.key === key
      const title = k.key === "speedup" ? `Against ${chosen || "the baseline"}` : k.title
      return h("th", { scope: "col", class: k.numeric ? "number" : undefined, "data-column": k.key, "aria-sort": sorted ? (down ? "descending" : "ascending") : undefined },
        h("button", {
          type: "button", title: k.about ?? title, click: () => {
            this.state.sort = !sorted ? k.key : down ? "" : "-" + k.key
            this.state.changed()
          },
        }, title, h("span", { class: "arrow", "aria-hidden": "true" }, sorted ? (down ? "▾" : "▴") : "")))
    }))
    let width = 0
    this.columns.forEach((k, i) => { width += k.width; (this.head.children[i] as HTMLElement).style.width = k.width + "px" })
    this.table.style.width = width + "px"
    if (focused) this.head.querySelector<HTMLElement>(`[data-column="${focused}"] button`)?.focus()
  }

  private drawn = ""

  /** Creates the visible rows. */
  private render() {
    const top = this.scroll.scrollTop, height = this.scroll.clientHeight || 600
    const from = Math.max(0, Math.floor(top / rowHeight) - beyond)
    const to = Math.min(this.shown.length, Math.ceil((top + height) / rowHeight) + beyond)
    if (this.drawn === from + "-" + to) return
    this.drawn = from + "-" + to
    // A row with the focus is created again and gets the focus again.
    const focused = this.body.contains(document.activeElement) ? document.activeElement!.closest("tr")?.getAttribute("aria-rowindex") : undefined
    const rows: HTMLElement[] = [space(from)]
    for (let i = from; i < to; i++) {
      const c = this.shown[i]
      const row = h("tr", { "aria-rowindex": i + 2, class: this.page.runs[c.run].cells.wrong[c.i] ? "wrong" : undefined })
      for (const k of this.columns) {
        const text = k.text(c) // the tooltip shows a text that is too long for its column
        row.append(h("td", { class: k.numeric ? "number" : undefined, title: typeof text === "string" ? text || undefined : text.textContent!.length > 20 ? text.textContent! : undefined }, text))
      }
      rows.push(row)
    }
    rows.push(space(this.shown.length - to))
    this.body.replaceChildren(...rows)
    if (focused) this.body.querySelector<HTMLElement>(`[aria-rowindex="${focused}"] button`)?.focus({ preventScroll: true })
  }
}

const compare = new Intl.Collator("en", { numeric: true })

function space(rows: number): HTMLElement {
  const row = h("tr", { "aria-hidden": "true", class: "space" })
  row.style.height = rows * rowHeight + "px"
  return row
}

/** Returns the width of a column of names: that of the longest name, within bounds. */
function widthOf(named: { name: string }[], least: number): number {
  let longest = 0
  for (const { name } of named) longest = Math.max(longest, name.length)
  return Math.min(230, Math.max(least, 7 * longest + 24))
}

function field(title: string, control: HTMLElement, more = ""): HTMLElement {
  return h("div", { class: "field " + more }, h("label", { for: control.id }, title), control)
}

/** Formats an answer: a count with its thousands separated. */
export function answer(text: string): string { return /^\d+$/.test(text) ? count(text) : text }

/** Returns the names of the contenders of all runs. */
export function contenders(page: Page): string[] {
  return [...new Set(page.runs.flatMap(r => r.contenders.map(c => c.name)))].sort(compare.compare)
}
