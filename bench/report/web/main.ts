// The script of a report: interaction with the data that Go computed.

import { Look, Packed, Page, unpacked } from "./data"
import { colour, h, name, s } from "./dom"
import { Instance } from "./instance"
import { keepUp } from "./live"
import { Plot } from "./plot"
import { State } from "./state"
import { Table } from "./table"

/** Is aborted when the page is replaced; listeners of the window stop with it. */
let shown = new AbortController()

function main() {
  shown.abort()
  shown = new AbortController()
  const data = JSON.parse(document.getElementById("data")!.textContent!) as { runs: Packed[] }
  const page = new Page(data.runs.map(unpacked)), state = new State()
  if (location.hash.includes("=")) state.read(location.hash)
  const instance = new Instance(page, state)

  for (const holder of document.querySelectorAll<HTMLElement>("[data-legend]")) legend(page, Number(holder.dataset.legend), state, holder)

  // A chart is drawn when it becomes visible.
  const seen = new IntersectionObserver(entries => {
    for (const e of entries) {
      if (!e.isIntersecting) continue
      seen.unobserve(e.target)
      const figure = e.target as HTMLElement, run = Number(figure.closest<HTMLElement>("[data-run]")!.dataset.run)
      const chart = page.runs[run].charts.find(c => c.name === figure.dataset.chart)
      if (!chart) continue
      new Plot(page, run, chart, state, (r, p, t) => instance.open(r, p, t), figure, shown.signal)
    }
  }, { rootMargin: "600px" })
  for (const figure of document.querySelectorAll<HTMLElement>("[data-chart]")) seen.observe(figure)

  new Table(page, state, c => instance.open(c.run, page.problem(c).name, page.task(c)), document.getElementById("table")!)

  window.addEventListener("hashchange", () => {
    if (location.hash.includes("=")) state.read(location.hash) // a link with choices; other fragments are positions in the page
    state.changed()
  }, { signal: shown.signal })
}

/** Largest number of contenders of a backend shown beside its name; more are folded. */
const mostBeside = 3

/**
 * Adds the names of a run's contenders, grouped by backend. A click hides a contender everywhere, a
 * double click shows it alone, a click on a backend's name hides all its contenders.
 */
function legend(page: Page, run: number, state: State, holder: HTMLElement) {
  const r = page.runs[run], all = r.contenders.map(c => c.name)
  const chips: { of: string[]; button: HTMLElement }[] = []
  const chip = (shown: string, of: string[], looks: string[], attributes: Record<string, string>) => {
    const button = h("button", {
      type: "button", class: "chip", ...attributes,
      click: (e: MouseEvent) => { e.shiftKey ? state.only(of, all) : state.toggle(of) },
      dblclick: () => state.only(of, all),
    }, ...looks.map(who => swatchOf(r.looks[who])), name(shown))
    chips.push({ of, button })
    return button
  }
  const backends = new Map<string, string[]>()
  for (const c of r.contenders) backends.set(c.backend, [...backends.get(c.backend) ?? [], c.name])
  const groups = [...backends].map(([backend, of]) => {
    if (of.length === 1) return chip(of[0], of, of, { "data-contender": of[0] })
    const own = of.map(who => chip(who === backend ? "plain" : who.slice(backend.length).replace(/^[/ ]/, ""), [who], [who], { "data-contender": who, "aria-label": who }))
    const whole = chip(backend, of, [], { "data-backend": backend, "aria-label": `all of ${backend}` })
    if (of.length <= mostBeside) return h("div", { class: "group", role: "group", "aria-label": backend }, whole, ...own)
    return h("div", { class: "group", role: "group", "aria-label": backend }, whole, swatchOf(r.looks[of[0]]),
      h("details", {}, h("summary", { "aria-label": `${of.length} contenders of ${backend}` }, String(of.length)), h("div", { class: "chips" }, ...own)))
  })
  const update = () => { for (const { of, button } of chips) button.setAttribute("aria-pressed", String(of.some(who => !state.hidden.has(who)))) }
  const back = h("button", { type: "button", class: "quiet", click: () => { state.hidden.clear(); state.changed() } }, "show all")
  holder.before(h("p", { class: "live note" }, "A click (or Enter) hides a contender everywhere, a double click (or Shift with Enter) shows it alone. Drag over a chart to zoom in."))
  holder.append(h("div", { class: "chips", role: "group", "aria-label": "Contenders shown" }, ...groups, back))
  state.onChange(update)
  update()
}

/** Returns a sample of a line with its marker, as in charts. */
function swatchOf(look: Look | undefined): SVGSVGElement {
  const swatch = s("svg", { viewBox: "-11 -6 22 12", width: "22", height: "12", "aria-hidden": "true", class: "swatch" })
  if (look) {
    colour(swatch, look)
    swatch.append(s("line", { x1: -11, x2: 11, y1: 0, y2: 0, class: "line", "stroke-dasharray": look.dashes || undefined }), s("path", { d: look.marker, transform: "scale(3.6)", class: "filled" }))
  }
  return swatch
}

try {
  main()
  const running = document.querySelector<HTMLElement>("[data-events]")
  if (running) keepUp(running.dataset.events!, main)
} catch (error) {
  document.documentElement.className = "" // shows what is there without a script
  throw error
}
