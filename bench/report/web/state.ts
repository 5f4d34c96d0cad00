// What a reader has chosen, kept in the fragment of the page's address, so that a link
// shows what its sender saw.

export const facets = ["run", "family", "task", "backend", "encoding", "status", "verdict"] as const
export type Facet = typeof facets[number]

export class State {
  /** The text and facets that rows are chosen by, "" for all. */
  text = ""
  facets: Record<Facet, string> = { run: "", family: "", task: "", backend: "", encoding: "", status: "", verdict: "" }
  /** Only results on problems about which not all agree. */
  odd = false
  sort = "" // a column, with − before it for downwards
  baseline = "" // "" for each run's own
  hidden = new Set<string>()
  /** Charts whose value axis is not as at first. */
  turned = new Set<string>()
  /** What part of its size axis a chart shows, by its name. */
  ranges = new Map<string, [number, number]>()
  /** The instance that is open: run, problem and task. */
  open: [number, string, string] | undefined

  private listeners: (() => void)[] = []

  onChange(listener: () => void) { this.listeners.push(listener) }

  /** Says that something was chosen. */
  changed() {
    const fragment = this.fragment()
    history.replaceState(null, "", fragment ? "#" + fragment : location.pathname + location.search)
    for (const l of this.listeners) l()
  }

  fragment(): string {
    const p = new URLSearchParams()
    const put = (key: string, value: string) => { if (value) p.append(key, value) }
    put("text", this.text)
    for (const f of facets) put(f, this.facets[f])
    put("odd", this.odd ? "1" : "")
    put("sort", this.sort)
    put("baseline", this.baseline)
    for (const c of this.hidden) p.append("hide", c)
    for (const c of this.turned) p.append("turn", c)
    for (const [c, [from, to]] of this.ranges) p.append("range", `${from}~${to}~${c}`)
    if (this.open) put("open", this.open.join("~"))
    return p.toString()
  }

  /** Takes what a fragment says; anything else is as at first. */
  read(fragment: string) {
    const p = new URLSearchParams(fragment.replace(/^#/, ""))
    this.text = p.get("text") ?? ""
    for (const f of facets) this.facets[f] = p.get(f) ?? ""
    this.odd = p.get("odd") === "1"
    this.sort = p.get("sort") ?? ""
    this.baseline = p.get("baseline") ?? ""
    this.hidden = new Set(p.getAll("hide"))
    this.turned = new Set(p.getAll("turn"))
    this.ranges = new Map()
    for (const r of p.getAll("range")) {
      const [from, to, ...chart] = r.split("~")
      if (Number(from) < Number(to)) this.ranges.set(chart.join("~"), [Number(from), Number(to)])
    }
    const open = (p.get("open") ?? "").split("~")
    this.open = open.length >= 3 ? [Number(open[0]), open.slice(1, -1).join("~"), open[open.length - 1]] : undefined
  }

  /** Hides contenders everywhere, or shows them where all are hidden. */
  toggle(contenders: string[]) {
    const hidden = contenders.every(c => this.hidden.has(c))
    for (const c of contenders) hidden ? this.hidden.delete(c) : this.hidden.add(c)
    this.changed()
  }

  /** Keeps some contenders of all, or, where they are alone already, shows all again. */
  only(contenders: string[], all: string[]) {
    const others = all.filter(c => !contenders.includes(c))
    const alone = contenders.every(c => !this.hidden.has(c)) && others.every(c => this.hidden.has(c))
    this.hidden = new Set(alone ? [] : others)
    this.changed()
  }
}
