// Interactive charts, drawn from the values of bench/chart.

import { Axis, Chart, Look, Page, Point, Series } from "./data"
import { colour, h, label, name, s } from "./dom"
import { value } from "./format"
import { State } from "./state"

const height = 330
const rowHeight = 16
const near = 26 // distance in pixels at which the pointer selects a point
const mostRows = 1000 // largest number of rows in the table of a chart

const failures = ["timeout", "memory-limit", "unknown", "crashed"]
const failureNames: Record<string, string> = { "timeout": "time-out", "memory-limit": "memory limit", "unknown": "unknown", "crashed": "crashed" }

/** A drawn point. */
interface Mark { series: Series; point: Point; x: number; y: number }

/** A scale from values to pixels. */
interface Scale { at(v: number): number; back(pixel: number): number; ticks: { value: number; label: string }[] }

export class Plot {
  private readonly svg = s("svg", { tabindex: "0", role: "img" })
  private readonly tip: HTMLElement
  private readonly said = h("p", { class: "hidden", role: "status" })
  private marks: Mark[] = []
  private current = -1
  private frame = { left: 0, right: 0, top: 0, bottom: 0 }
  private x!: Scale
  private y!: Scale
  private readonly overlay = s("g")
  private readonly turn?: HTMLButtonElement
  private readonly from?: HTMLInputElement
  private readonly to?: HTMLInputElement
  private readonly key: string
  private readonly note = h("p", { class: "note" })
  private readonly svgHolder: HTMLElement
  private width = 0

  constructor(readonly page: Page, readonly run: number, readonly chart: Chart, readonly state: State,
    readonly open: (run: number, problem: string, task: string) => void, readonly figure: HTMLElement, private readonly gone: AbortSignal) {
    const plot = chart.plot
    this.key = `${run}.${chart.name}`
    const title = label()
    this.svg.setAttribute("aria-label", `${chart.title}. ${chart.caption} Arrow keys go from point to point, Enter opens the instance.`)
    this.tip = h("div", { class: "tip", hidden: true, "aria-hidden": "true" })
    const tools = h("div", { class: "tools", role: "group", "aria-labelledby": title })
    if (this.framed) {
      this.turn = h("button", { type: "button", click: () => { this.turnAxis() } })
      tools.append(this.turn)
      const input = (text: string) => h("input", { type: "number", step: "any", "aria-label": `${text} ${plot.x.title}`, placeholder: text, change: () => this.typed() })
      this.from = input("from")
      this.to = input("to")
      tools.append(this.from, this.to, h("button", { type: "button", click: () => { this.state.ranges.delete(this.key); this.state.changed() } }, "all"))
    }
    this.svgHolder = h("div", { class: "plot" }, this.svg, this.tip)
    figure.append(h("div", { class: "live interactive" },
      h("div", { class: "head" }, h("h4", { id: title }, chart.title), tools),
      this.svgHolder, ...this.kindsOf(), this.said, this.note,
      h("p", { class: "caption" }, chart.caption),
      ...(chart.notes ?? []).map(n => h("p", { class: "note" }, n)),
      this.tableOf()))
    this.listen()
    new ResizeObserver(() => { if (this.svgHolder.clientWidth !== this.width) this.draw() }).observe(this.svgHolder)
    state.onChange(() => { if (this.choice() !== this.drawn) this.draw() })
    this.draw()
  }

  private drawn = ""

  /** Returns the choices that affect this chart, which exclude the table's filters. */
  private choice(): string { return JSON.stringify([[...this.state.hidden], this.log, this.state.ranges.get(this.key)]) }

  private get looks(): Record<string, Look> { return this.page.runs[this.run].looks }

  /** Whether the chart has a frame with two axes of values. */
  private get framed(): boolean { return this.chart.plot.form === "lines" || this.chart.plot.form === "scatter" }

  /** Whether the value axis is logarithmic. */
  private get log(): boolean { return (this.chart.plot.y.log ?? false) !== this.state.turned.has(this.key) }

  private turnAxis() {
    if (!this.state.turned.delete(this.key)) this.state.turned.add(this.key)
    this.state.changed()
  }

  private typed() {
    const [low, high] = this.extent(this.chart.plot.x, this.visible().flatMap(v => v.points.filter(p => !p.xStatus).map(p => p.x)))
    const from = this.from!.value === "" ? low : Number(this.from!.value), to = this.to!.value === "" ? high : Number(this.to!.value)
    if (from < to) this.state.ranges.set(this.key, [from, to])
    else this.state.ranges.delete(this.key)
    this.state.changed()
  }

  private visible(): Series[] {
    const { plot } = this.chart, hidden = this.state.hidden
    if (plot.form === "scatter") return hidden.has(plot.x.title) || hidden.has(plot.y.title) ? [] : plot.series
    return plot.series.filter(x => !hidden.has(x.contender ?? x.name))
  }

  private look(series: Series): Look {
    return series.look ?? this.looks[series.name] ?? { color: "#5a5a5a", dark: "#a8a8a8", marker: "M-1,-1L1,-1L1,1L-1,1Z" }
  }

  private extent(axis: Axis, values: number[], log = axis.log ?? false): [number, number] {
    let low = Infinity, high = -Infinity
    for (const v of values) if (v > 0 || !log) { low = Math.min(low, v); high = Math.max(high, v) }
    return low > high ? [axis.min, axis.max] : [low, high]
  }

  draw() {
    this.width = this.svgHolder.clientWidth
    if (this.width === 0) return
    this.drawn = this.choice()
    if (this.turn) {
      this.turn.textContent = this.log ? "linear" : "logarithmic"
      this.turn.title = this.log ? "make the axis of values linear" : "make the axis of values logarithmic"
    }
    const range = this.state.ranges.get(this.key)
    if (this.from) this.from.value = range ? String(round(range[0])) : ""
    if (this.to) this.to.value = range ? String(round(range[1])) : ""
    this.marks = []
    this.svg.replaceChildren()
    this.overlay.replaceChildren()
    this.tip.hidden = true
    this.current = -1
    if (this.chart.plot.form === "map") this.drawMap()
    else if (this.chart.plot.form === "ranks") this.drawRanks()
    else this.drawFrame(range)
    const visible = this.visible()
    this.note.textContent = visible.length === 0 ? "All contenders of this chart are hidden." : ""
    this.note.hidden = visible.length > 0
    this.svg.append(this.overlay)
  }

  private size(h: number) {
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${h}`)
    this.svg.setAttribute("width", String(this.width))
    this.svg.setAttribute("height", String(h))
  }

  private drawFrame(range: [number, number] | undefined) {
    const { plot } = this.chart, visible = this.visible(), scatter = plot.form === "scatter"
    const points = visible.flatMap(v => v.points)
    const rows = failures.filter(f => points.some(p => p.status === f))
    const strips = scatter ? failures.filter(f => points.some(p => p.xStatus === f)) : []
    const top = 8 + rows.length * rowHeight, total = scatter ? Math.max(height, Math.min(this.width, 460)) : height
    this.frame = { left: 66, right: this.width - 14 - strips.length * 22, top, bottom: total - 40 }
    this.size(total)
    const f = this.frame
    const xs = points.filter(p => !p.xStatus).map(p => p.x), inside = (p: Point) => !range || p.x >= range[0] && p.x <= range[1]
    const ys = points.filter(p => !p.status && inside(p)).flatMap(p => p.high ? [p.low!, p.y, p.high] : [p.y])
    if (plot.level && plot.form === "lines" && plot.y.title !== "time of one answer") ys.push(plot.level)
    let xe = range ?? this.extent(plot.x, xs, scatter ? this.log : plot.x.log)
    let ye = this.extent(plot.y, ys, this.log)
    const xlog = scatter ? this.log : plot.x.log ?? false
    if (scatter && !range) xe = ye = [Math.min(xe[0], ye[0]), Math.max(xe[1], ye[1])]
    this.x = scale(xe, xlog, f.left, f.right, plot.x.unit, range ? 0 : 0.03, !scatter)
    this.y = scale(ye, this.log, f.bottom, f.top, plot.y.unit, 0.04, false)

    const g = s("g", { class: "axes" })
    let free = -Infinity
    for (const t of this.x.ticks) {
      const at = this.x.at(t.value)
      g.append(s("line", { x1: at, x2: at, y1: f.bottom, y2: f.bottom + 4, class: "axis" }))
      const half = t.label.length * 3.4
      if (at - half > free && at + half < this.width) {
        g.append(s("text", { x: at, y: f.bottom + 17, class: "middle" }, t.label))
        free = at + half + 4
      }
    }
    for (const t of this.y.ticks) {
      const at = this.y.at(t.value)
      if (t.label) g.append(s("line", { x1: f.left, x2: f.right, y1: at, y2: at, class: "grid" }), s("text", { x: f.left - 7, y: at + 4, class: "end" }, t.label))
    }
    g.append(s("line", { x1: f.left, x2: f.right, y1: f.bottom, y2: f.bottom, class: "axis" }), s("line", { x1: f.left, x2: f.left, y1: f.top, y2: f.bottom, class: "axis" }))
    g.append(s("text", { x: (f.left + f.right) / 2, y: f.bottom + 34, class: "middle title" }, scatter ? `time of ${plot.x.title}` : plot.x.title))
    g.append(s("text", { x: 11, y: (f.top + f.bottom) / 2, class: "middle title", transform: `rotate(-90 11 ${(f.top + f.bottom) / 2})` }, scatter ? `time of ${plot.y.title}` : plot.y.title))
    rows.forEach((r, k) => {
      const y = f.top - rowHeight * (k + 0.5)
      g.append(s("text", { x: f.left - 7, y: y + 4, class: "end" }, failureNames[r]), s("line", { x1: f.left, x2: f.right, y1: y + rowHeight / 2, y2: y + rowHeight / 2, class: "grid" }))
    })
    strips.forEach((r, k) => {
      const x = f.right + 22 * (k + 0.5) + 7, y = (f.top + f.bottom) / 2
      g.append(s("text", { x, y, class: "middle", transform: `rotate(-90 ${x} ${y})` }, failureNames[r]), s("line", { x1: x - 16, x2: x - 16, y1: f.top, y2: f.bottom, class: "grid" }))
    })
    if (scatter) {
      const from = Math.max(this.x.back(f.left), this.y.back(f.bottom)), to = Math.min(this.x.back(f.right), this.y.back(f.top))
      if (from < to) g.append(s("line", { x1: this.x.at(from), y1: this.y.at(from), x2: this.x.at(to), y2: this.y.at(to), class: "axis" }))
      for (const factor of [0.01, 0.1, 10, 100]) {
        const a = Math.max(this.x.back(f.left), this.y.back(f.bottom) / factor), b = Math.min(this.x.back(f.right), this.y.back(f.top) / factor)
        if (this.log && a < b) g.append(s("line", { x1: this.x.at(a), y1: this.y.at(a * factor), x2: this.x.at(b), y2: this.y.at(b * factor), class: "level" }))
      }
    }
    if (plot.level) {
      const y = this.y.at(plot.level)
      if (y > f.top && y < f.bottom) g.append(s("line", { x1: f.left, x2: f.right, y1: y, y2: y, class: "level" }))
    }
    this.svg.append(g)
    for (const series of visible) this.drawSeries(series, rows, strips, inside)
    if (scatter) this.writeSizes()
  }

  /** Writes the sizes of problems beside their marks, where there is room. */
  private writeSizes() {
    const taken = this.marks.map(m => [m.x - 5, m.y - 5, m.x + 5, m.y + 5])
    for (const m of this.marks) {
      if (!m.point.size || taken.length > 400) continue
      const wide = String(m.point.size).length * 6
      for (const [dx, dy] of [[7, 0], [-7 - wide, 0], [-wide / 2, -11], [-wide / 2, 11]]) {
        const box = [m.x + dx, m.y + dy - 5, m.x + dx + wide, m.y + dy + 5]
        if (taken.some(t => t[0] < box[2] && box[0] < t[2] && t[1] < box[3] && box[1] < t[3])) continue
        taken.push(box)
        this.svg.append(s("text", { x: box[0], y: m.y + dy + 3.5, class: "size" }, String(m.point.size)))
        break
      }
    }
  }

  private drawSeries(series: Series, rows: string[], strips: string[], inside: (p: Point) => boolean) {
    const f = this.frame, look = this.look(series), scatter = this.chart.plot.form === "scatter"
    const g = s("g", { class: series.published ? "series published" : "series", "data-series": series.name })
    colour(g, look)
    let line = "", begun = false, bars = "", filled = "", hollow = ""
    for (const p of series.points) {
      const row = rows.indexOf(p.status ?? ""), strip = strips.indexOf(p.xStatus ?? "")
      if (!inside(p) && strip < 0) { begun = false; continue }
      const x = strip >= 0 ? f.right + 22 * (strip + 0.5) + 1 : this.x.at(p.x)
      let y = row >= 0 ? f.top - rowHeight * (row + 0.5) : this.y.at(p.y)
      if (row < 0 && !Number.isFinite(y)) y = f.bottom // a logarithmic axis has no place for 0
      this.marks.push({ series, point: p, x, y })
      if (p.status || p.xStatus || series.published) hollow += marker(look.marker, x, y, 4)
      else filled += marker(look.marker, x, y, series.points.length > 400 ? 2.5 : 3.6)
      if (p.status) { begun = false; continue }
      if (!scatter) line += `${begun && !p.gap ? "L" : "M"}${round(x)},${round(y)}`
      begun = true
      if (p.high && !scatter) {
        const low = this.y.at(p.low!), high = this.y.at(p.high)
        bars += `M${round(x)},${round(low)}V${round(high)}M${round(x - 3)},${round(low)}h6M${round(x - 3)},${round(high)}h6`
      }
    }
    if (line) g.append(s("path", { d: line, class: "line", "stroke-dasharray": look.dashes || (series.published ? "2,2" : undefined) }))
    if (bars) g.append(s("path", { d: bars, class: "bars" }))
    if (filled) g.append(s("path", { d: filled, class: "filled" }))
    if (hollow) g.append(s("path", { d: hollow, class: "hollow" }))
    this.svg.append(g)
  }

  private drawMap() {
    const { plot } = this.chart, visible = this.visible()
    const columns = plot.series[0]?.points.length ?? 0, row = 28, left = 96
    const best = Array.from({ length: columns }, (_, k) => Math.min(...plot.series.map(x => x.points[k]).filter(p => p && !p.word).map(p => p.y)))
    const wide = Math.min(88, Math.max(30, (this.width - left - 8) / columns))
    this.size(visible.length * row + 46)
    let darkest = 2
    for (const v of visible) v.points.forEach((p, k) => { if (!p.word) darkest = Math.max(darkest, p.y / best[k]) })
    darkest = Math.min(100, darkest)
    visible.forEach((v, r) => {
      this.svg.append(s("text", { x: left - 8, y: r * row + row / 2 + 4, class: "end" }, v.name))
      v.points.forEach((p, k) => {
        const ratio = p.y / best[k], depth = p.word ? 0 : Math.min(1, Math.log(ratio) / Math.log(darkest))
        const mix = (from: number, to: number) => Math.round(from + (to - from) * depth)
        const text = s("text", { x: left + wide * (k + 0.5), y: r * row + row / 2 + 4, class: "middle cell" }, p.word || (ratio < 9.95 ? ratio.toFixed(1) : ratio.toFixed(0)))
        const box = s("rect", { x: left + wide * k, y: r * row + 1, width: wide - 1, height: row - 2, class: "cell" })
        if (!p.word) {
          box.style.fill = `rgb(${mix(236, 8)},${mix(242, 48)},${mix(250, 107)})`
          text.style.fill = depth > 0.45 ? "#fff" : "#111"
        }
        this.svg.append(box, text)
        this.marks.push({ series: v, point: p, x: left + wide * (k + 0.5), y: r * row + row / 2 })
      })
    })
    const foot = visible.length * row + 16
    plot.series[0]?.points.forEach((p, k) => {
      const time = Number.isFinite(best[k]) ? value(Number(best[k].toPrecision(2)), "s") : ""
      const narrow = time.length * 6.5 > wide - 4
      this.svg.append(s("text", { x: left + wide * (k + 0.5), y: foot, class: "middle cell", textLength: narrow && time ? wide - 4 : undefined, lengthAdjust: "spacingAndGlyphs" }, time),
        s("text", { x: left + wide * (k + 0.5), y: foot + 17, class: "middle" }, String(p.x)))
    })
    this.svg.append(s("text", { x: left - 8, y: foot, class: "end title" }, "best"), s("text", { x: left - 8, y: foot + 17, class: "end title" }, "size n"))
  }

  /** Draws a row for each contender, best on top, with its mark at its rank and its letters. */
  private drawRanks() {
    const { plot } = this.chart, visible = this.visible(), row = 22, top = 26, letter = 6.6
    const longest = Math.max(8, ...visible.map(v => v.name.length)), letters = Math.max(0, ...visible.map(v => (v.note ?? "").length))
    const left = Math.min(longest * letter + 14, this.width * 0.42), right = this.width - 44 - letters * 7.5
    const room = Math.floor((left - 14) / letter), high = top + visible.length * row
    this.size(high + 22)
    const at = (rank: number) => left + 10 + (rank - 1) / Math.max(1, plot.x.max - 1) * (right - left - 20)
    const axes = s("g", { class: "axes" })
    const step = Math.ceil((plot.x.max - 1) / Math.max(1, Math.floor((right - left) / 28))) || 1
    for (let rank = 1; rank <= plot.x.max; rank += step) {
      axes.append(s("line", { x1: at(rank), x2: at(rank), y1: top - 4, y2: high, class: "grid" }), s("text", { x: at(rank), y: top - 9, class: "middle" }, String(rank)))
    }
    axes.append(s("text", { x: (left + right) / 2, y: high + 15, class: "middle title" }, plot.x.title))
    this.svg.append(axes)
    visible.forEach((v, k) => {
      const p = v.points[0], look = this.look(v), x = at(p.x), y = top + row * (k + 0.5)
      const g = s("g", { class: "series", "data-series": v.name })
      colour(g, look)
      const shown = v.name.length > room ? v.name.slice(0, room - 1) + "…" : v.name
      g.append(s("text", { x: left - 4, y: y + 4, class: "end" }, shown),
        s("path", { d: `M${left},${y}H${round(x)}`, class: "line", "stroke-dasharray": look.dashes || undefined }),
        s("path", { d: marker(look.marker, x, y, 4.4), class: "filled" }),
        s("text", { x: right + 6, y: y + 4 }, p.x.toFixed(2)))
      if (v.note) g.append(s("text", { x: right + 40, y: y + 4, class: "title" }, v.note))
      this.svg.append(g)
      this.marks.push({ series: v, point: p, x, y })
    })
  }

  private listen() {
    let start: { x: number; y: number } | undefined
    const place = (e: PointerEvent) => { const b = this.svg.getBoundingClientRect(); return { x: e.clientX - b.left, y: e.clientY - b.top } }
    this.svg.addEventListener("pointermove", e => {
      const at = place(e)
      if (start && this.framed) return this.brush(start.x, at.x)
      this.show(this.nearest(at.x, at.y), false)
    })
    this.svg.addEventListener("pointerleave", () => { if (!start) this.show(-1, false) })
    this.svg.addEventListener("pointerdown", e => { if (e.button === 0) start = place(e) })
    window.addEventListener("pointerup", e => {
      if (!start) return
      const from = start, at = place(e)
      start = undefined
      this.overlay.replaceChildren()
      if (Math.abs(at.x - from.x) > 8 && this.framed) {
        const range = [this.x.back(from.x), this.x.back(at.x)].sort((a, b) => a - b) as [number, number]
        this.state.ranges.set(this.key, range)
        this.state.changed()
      } else if (this.svg.contains(e.target as Node)) {
        this.openMark(this.nearest(at.x, at.y))
      }
    }, { signal: this.gone })
    this.svg.addEventListener("pointercancel", () => { start = undefined; this.overlay.replaceChildren() }) // the touch scrolls the page
    this.svg.addEventListener("keydown", e => this.keys(e))
    this.svg.addEventListener("blur", () => this.show(-1, false))
  }

  private brush(from: number, to: number) {
    const f = this.frame, left = Math.max(f.left, Math.min(from, to)), right = Math.min(f.right, Math.max(from, to))
    this.overlay.replaceChildren(s("rect", { x: left, y: f.top, width: Math.max(0, right - left), height: f.bottom - f.top, class: "brush" }))
    this.tip.hidden = true
  }

  private nearest(x: number, y: number): number {
    let best = -1, least = near * near
    this.marks.forEach((m, i) => {
      const d = (m.x - x) ** 2 + (m.y - y) ** 2
      if (d < least) { best = i; least = d }
    })
    return best
  }

  /** Moves along a series with left and right, and between series with up and down. */
  private keys(e: KeyboardEvent) {
    const m = this.marks[this.current]
    const along = (step: number) => {
      const next = this.current + step
      return this.marks[next] && (!m || this.marks[next].series === m.series) ? next : this.current
    }
    const across = (step: number) => {
      const list = [...new Set(this.marks.map(k => k.series))]
      const to = list[(list.indexOf(m.series) + step + list.length) % list.length]
      let best = -1
      this.marks.forEach((k, i) => { if (k.series === to && (best < 0 || Math.abs(k.point.x - m.point.x) < Math.abs(this.marks[best].point.x - m.point.x))) best = i })
      return best
    }
    let next: number
    switch (e.key) {
      case "ArrowRight": next = m ? along(1) : 0; break
      case "ArrowLeft": next = m ? along(-1) : 0; break
      case "ArrowDown": next = m ? across(1) : 0; break
      case "ArrowUp": next = m ? across(-1) : 0; break
      case "Home": next = 0; break
      case "End": next = this.marks.length - 1; break
      case "Enter": this.openMark(this.current); e.preventDefault(); return
      case "Escape": this.show(-1, true); return
      default: return
    }
    e.preventDefault()
    this.show(next, true)
  }

  private openMark(i: number) {
    const p = this.marks[i]?.point
    if (p?.problem && p.task) this.open(this.run, p.problem, p.task)
  }

  /** Shows the values of a mark, and announces them if the keyboard selected it. */
  private show(i: number, aloud: boolean) {
    if (i === this.current && !this.tip.hidden) return
    this.current = i
    this.overlay.replaceChildren()
    const m = this.marks[i]
    this.svg.classList.toggle("pointing", !!m?.point.problem)
    if (!m) { this.tip.hidden = true; return }
    if (this.chart.plot.form !== "map") {
      const ring = s("circle", { cx: m.x, cy: m.y, r: 8, class: "ring" })
      this.overlay.append(ring)
    } else {
      this.overlay.append(s("circle", { cx: m.x, cy: m.y, r: 13, class: "ring" }))
    }
    const lines = this.words(m)
    this.tip.replaceChildren(h("strong", {}, name(lines[0])), ...lines.slice(1).map(l => h("div", {}, name(l))))
    this.tip.hidden = false
    const left = Math.min(Math.max(4, m.x + 14), Math.max(4, this.width - this.tip.offsetWidth - 4))
    const above = m.y - this.tip.offsetHeight - 12
    this.tip.style.left = left + "px"
    this.tip.style.top = (above > 0 ? above : m.y + 14) + "px"
    if (aloud) this.said.textContent = lines.join(", ")
  }

  /** Returns the text of a mark: exact values with their interval. */
  private words(m: Mark): string[] {
    const { plot } = this.chart, p = m.point
    const between = p.high ? ` [${value(p.low!, plot.y.unit)}, ${value(p.high, plot.y.unit)}]` : ""
    const ended = (status: string | undefined, v: string) => status ? failureNames[status] ?? status : v
    if (plot.form === "scatter") {
      return [p.problem ?? "", `${plot.x.title}: ${ended(p.xStatus, value(p.x, plot.x.unit))}`, `${plot.y.title}: ${ended(p.status, value(p.y, plot.y.unit) + between)}`, m.series.name]
    }
    if (plot.form === "ranks") return [m.series.name, `${plot.x.title} ${p.x.toFixed(2)}`, ...m.series.note ? [`letters ${m.series.note}: contenders that share one do not differ significantly`] : []]
    const lines = [m.series.contender ?? m.series.name, `${plot.x.title} ${value(p.x, plot.x.unit)}: ${ended(p.status, p.word || value(p.y, plot.y.unit) + between)}`]
    if (p.problem) lines.push(p.problem)
    if (m.series.published) lines.push("published, another machine")
    return lines
  }

  /** Explains the marks of a scatter plot. */
  private kindsOf(): HTMLElement[] {
    const { plot } = this.chart
    if (plot.form !== "scatter") return []
    return [h("ul", { class: "kinds" }, ...plot.series.map(x => {
      const look = this.look(x), swatch = s("svg", { viewBox: "-6 -6 12 12", width: "12", height: "12", "aria-hidden": "true", class: "swatch" }, s("path", { d: look.marker, transform: "scale(3.6)", class: "filled" }))
      colour(swatch, look)
      return h("li", {}, swatch, name(x.name))
    }))]
  }

  private tableOf(): HTMLElement {
    const { plot } = this.chart
    const details: HTMLDetailsElement = h("details", { class: "as-table", toggle: () => { if (details.open && !details.querySelector("table")) details.append(this.makeTable()) } },
      h("summary", {}, "As a table", h("span", { class: "hidden" }, `: ${this.chart.title}`)))
    if (plot.series.length === 0) details.hidden = true
    return details
  }

  private makeTable(): HTMLElement {
    const { plot } = this.chart, scatter = plot.form === "scatter"
    if (plot.form === "ranks") {
      return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": `${this.chart.title}, as a table` },
        h("table", {}, h("caption", {}, this.chart.title), h("thead", {}, h("tr", {}, ...["contender", plot.x.title, "letters"].map(t => h("th", { scope: "col" }, t)))),
          h("tbody", {}, ...plot.series.map(v => h("tr", {}, h("th", { scope: "row" }, name(v.name)), h("td", { class: "number" }, v.points[0].x.toFixed(2)), h("td", {}, v.note ?? ""))))))
    }
    const head = scatter ? ["kind", plot.x.title, plot.y.title, "95 % interval", "problem"] : ["contender", plot.x.title, plot.y.title, "interval", "problem"]
    const body = h("tbody")
    let left = mostRows
    for (const series of plot.series) {
      for (const p of series.points) {
        if (left-- <= 0) break
        body.append(h("tr", {}, h("th", { scope: "row" }, name(series.contender ?? series.name)),
          h("td", { class: "number" }, p.xStatus ? failureNames[p.xStatus] : value(p.x, plot.x.unit)),
          h("td", { class: "number" }, p.status ? failureNames[p.status] ?? p.status : p.word || value(p.y, plot.y.unit)),
          h("td", { class: "number" }, p.high ? `${value(p.low!, plot.y.unit)} to ${value(p.high, plot.y.unit)}` : ""),
          h("td", {}, name(p.problem ?? ""))))
      }
    }
    return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": `${this.chart.title}, as a table` },
      h("table", {}, h("caption", {}, left < 0 ? `${this.chart.title}: the first ${mostRows} points` : this.chart.title),
        h("thead", {}, h("tr", {}, ...head.map(t => h("th", { scope: "col" }, t)))), body))
  }
}

const outlines = new Map<string, number[][]>()

/** Returns the path of a marker at a position. */
function marker(path: string, x: number, y: number, radius: number): string {
  let corners = outlines.get(path)
  if (!corners) outlines.set(path, corners = path.slice(1, -1).split("L").map(c => c.split(",").map(Number)))
  return "M" + corners.map(([dx, dy]) => `${round(x + radius * dx)},${round(y + radius * dy)}`).join("L") + "Z"
}

function round(v: number): number { return Math.abs(v) < 1 ? Number(v.toPrecision(4)) : Math.round(v * 100) / 100 }

/** Returns a scale over an extent with round ticks; whole means that the values are integers. */
function scale([low, high]: [number, number], log: boolean, from: number, to: number, unit: string | undefined, pad: number, whole: boolean): Scale {
  if (log && low > 0) {
    if (low === high) { low /= 2; high *= 2 }
    const a = Math.log10(low), b = Math.log10(high), room = pad * (b - a), lo = a - room, hi = b + room
    const at = (v: number) => from + (Math.log10(v) - lo) / (hi - lo) * (to - from)
    const few = hi - lo < 2.2, ticks = []
    const stride = Math.ceil((hi - lo) / 10)
    for (let e = Math.floor(lo); e <= Math.ceil(hi); e++) {
      for (const digit of few ? [1, 2, 5] : [1]) {
        const v = digit * Number("1e" + e), l = Math.log10(v)
        if (l >= lo - 1e-9 && l <= hi + 1e-9) ticks.push({ value: v, label: e % stride === 0 || few ? value(v, unit) : "" })
      }
    }
    if (ticks.length < 2) ticks.push({ value: low, label: value(low, unit) }, { value: high, label: value(high, unit) })
    return { at, back: p => 10 ** (lo + (p - from) / (to - from) * (hi - lo)), ticks }
  }
  if (!whole && low > 0) low = 0
  if (low === high) { low -= 0.5; high += 0.5 }
  const room = pad * (high - low), lo = low === 0 ? 0 : low - room, hi = high + room
  const at = (v: number) => from + (v - lo) / (hi - lo) * (to - from)
  let step = 10 ** Math.floor(Math.log10((hi - lo) / 5))
  while ((hi - lo) / step > 12) step *= step.toExponential()[0] === "2" ? 2.5 : 2
  if (whole) step = Math.max(1, step)
  const ticks = []
  for (let k = Math.ceil(lo / step - 1e-9); k * step <= hi; k++) ticks.push({ value: k * step, label: value(Number((k * step).toPrecision(6)), unit) })
  return { at, back: p => lo + (p - from) / (to - from) * (hi - lo), ticks }
}
