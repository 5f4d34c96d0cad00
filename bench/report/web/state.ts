// The reader's choices, kept in the fragment of the page's address, so that a link shows
// what its sender saw.

export const facets = ["run", "family", "task", "backend", "encoding", "status", "verdict"] as const
export type Facet = typeof facets[number]

export class State {
  /** The text and facets that filter the rows, "" for all. */
  text = ""
  facets: Record<Facet, string> = { run: "", family: "", task: "", backend: "", encoding: "", status: "", verdict: "" }
  /** Show only results on problems with differing answers. */
  odd = false
  sort = "" // a column, with a leading − for descending order
  baseline = "" // "" for the baseline of each run
  hidden = new Set<string>()
  /** Charts whose value axis was switched. */
  turned = new Set<string>()
  /** The visible part of the size axis, by chart. */
  ranges = new Map<string, [number, number]>()
  /** The open instance: run, problem and task. */
  open: [number, string, string] | undefined

  private listeners: (() => void)[] = []

  onChange(listener: () => void) { this.listeners.push(listener) }

  /** Notifies listeners of a new choice. */
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

  /** Reads a fragment; everything else is reset. */
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

  /** Hides contenders everywhere, or shows them if all are hidden. */
  toggle(contenders: string[]) {
    const hidden = contenders.every(c => this.hidden.has(c))
    for (const c of contenders) hidden ? this.hidden.delete(c) : this.hidden.add(c)
    this.changed()
  }

  /** Shows only some contenders, or all again if only these are shown. */
  only(contenders: string[], all: string[]) {
    const others = all.filter(c => !contenders.includes(c))
    const alone = contenders.every(c => !this.hidden.has(c)) && others.every(c => this.hidden.has(c))
    this.hidden = new Set(alone ? [] : others)
    this.changed()
  }
}
