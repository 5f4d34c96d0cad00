// The data that bench/report/data.go puts into the page, and the script's access to it.

export interface Look { color: string; dark?: string; marker: string; dashes?: string }

export interface Contender { name: string; backend: string; encoding?: string; threads?: number; command: string; begin: string; end?: string }

export interface Board { files: number; ranks: number; piece: string; given?: string[]; blocked?: string[]; excluded?: string[] }

export interface Problem {
  name: string; family: string; n: number; kind: string; verdict: string; source?: string
  command: string; board?: Board; solutions?: string[]
}

export interface Axis { title: string; min: number; max: number; log?: boolean; unit?: string }

export interface Point {
  x: number; y: number; low?: number; high?: number
  size?: number; status?: string; xStatus?: string; word?: string; gap?: boolean; problem?: string; task?: string
}

export interface Series { name: string; contender?: string; note?: string; published?: boolean; look?: Look; points: Point[] }

export interface Plot { form: "lines" | "scatter" | "map" | "ranks"; x: Axis; y: Axis; series: Series[]; level?: number; limit?: number }

export interface Chart { name: string; title: string; caption: string; notes?: string[]; plot: Plot }

/** The columns of a run's cells; Text is the type of a text and Stats the type of a cell's statistics. */
interface Lists<Text, Stats> {
  problem: number[]; task: number[]; contender: number[]; limits: number[]
  status: Text[]; reason: Text[]; wrong: number[]; answer: Text[]
  runs: number[]; void: number[]
  seconds: number[]; low: number[]; high: number[]; floor: number[]; start: number[]; tied: number[]; build: number[]
  cpu: number[]; peak: number[]; stats: Stats[]
  proof: Text[]; solution: number[]; version: Text[]
}

export type Columns = Lists<string, Record<string, number> | null>

export interface Run {
  name: string; baseline: string
  contenders: Contender[]; looks: Record<string, Look>; problems: Problem[]; tasks: string[]
  commands: string[]; limits: string[]
  cells: Columns; differences: string[]; charts: Chart[]
}

/** A run as stored in the page: a text is an index into the words. */
export type Packed = Omit<Run, "cells"> & { words: string[]; cells: Lists<number, number[] | null> }

export function unpacked(run: Packed): Run {
  const texts = (list: number[]) => list.map(k => run.words[k]), c = run.cells
  const stats = c.stats.map(list => {
    if (!list) return null
    const all: Record<string, number> = {}
    for (let k = 0; k < list.length; k += 2) all[run.words[list[k]]] = list[k + 1]
    return all
  })
  return { ...run, cells: { ...c, stats, status: texts(c.status), reason: texts(c.reason), answer: texts(c.answer), proof: texts(c.proof), version: texts(c.version) } }
}

/** A cell: the results of one contender on one problem and task of a run. */
export interface Cell { run: number; i: number }

/** Page holds all runs, with frequently used values computed once. */
export class Page {
  /** For each run and cell its question (problem and task). */
  readonly questions: Int32Array[] = []
  /** For each run and question its cells. */
  readonly groups: number[][][] = []
  /** For each run and cell its position among the cells of its question. */
  private readonly places: Int32Array[] = []

  constructor(readonly runs: Run[]) {
    for (const run of runs) {
      const { problem, task } = run.cells
      const known = new Map<number, number>()
      const questions = new Int32Array(problem.length)
      const places = new Int32Array(problem.length)
      const groups: number[][] = []
      for (let i = 0; i < problem.length; i++) {
        const key = problem[i] * run.tasks.length + task[i]
        let q = known.get(key)
        if (q === undefined) {
          q = groups.length
          known.set(key, q)
          groups.push([])
        }
        places[i] = groups[q].length
        groups[q].push(i)
        questions[i] = q
      }
      this.questions.push(questions)
      this.groups.push(groups)
      this.places.push(places)
    }
  }

  contender(c: Cell): Contender { const r = this.runs[c.run]; return r.contenders[r.cells.contender[c.i]] }
  problem(c: Cell): Problem { const r = this.runs[c.run]; return r.problems[r.cells.problem[c.i]] }
  task(c: Cell): string { const r = this.runs[c.run]; return r.tasks[r.cells.task[c.i]] }

  /** Returns the cells of the same run, problem and task. */
  alike(c: Cell): Cell[] { return this.groups[c.run][this.questions[c.run][c.i]].map(i => ({ run: c.run, i })) }

  /** Returns the cells of the same run and problem, for all tasks. */
  onProblem(c: Cell): Cell[] {
    const { problem } = this.runs[c.run].cells, list: Cell[] = []
    problem.forEach((p, i) => { if (p === problem[c.i]) list.push({ run: c.run, i }) })
    return list
  }

  /** Returns the cell of a contender on the same problem and task. */
  rival(c: Cell, contender: string): Cell | undefined {
    const r = this.runs[c.run]
    for (const i of this.groups[c.run][this.questions[c.run][c.i]]) {
      if (r.contenders[r.cells.contender[i]].name === contender) return { run: c.run, i }
    }
    return undefined
  }

  find(run: number, contender: string, problem: string, task: string): Cell | undefined {
    const r = this.runs[run]
    const p = r.problems.findIndex(x => x.name === problem), t = r.tasks.indexOf(task)
    for (let i = 0; i < r.cells.problem.length; i++) {
      if (r.cells.problem[i] === p && r.cells.task[i] === t && (contender === "" || r.contenders[r.cells.contender[i]].name === contender)) return { run, i }
    }
    return undefined
  }

  /**
   * Returns the ratio of another cell's median to this cell's, with an interval from the ends of
   * both, as summary.Cell.Speedup; undefined if it is unknown. Where the start of the process is a
   * large part of a time, both times are used without it.
   */
  speedup(c: Cell, base: Cell | undefined): { ratio: number; low: number; high: number } | undefined {
    if (!base) return undefined
    const x = this.runs[c.run].cells
    const i = c.i, j = base.i, start = Math.max(x.start[i], x.start[j])
    if (!x.seconds[i] || !x.seconds[j] || x.build[i] !== x.build[j] || start > 2) return undefined
    if (i === j) return { ratio: 1, low: 1, high: 1 }
    if (start > 1) return undefined
    const ours = start ? x.floor[i] : 0, theirs = start ? x.floor[j] : 0
    const both = x.high[i] > 0 && x.high[j] > 0 && x.low[i] > ours && x.low[j] > theirs
    return {
      ratio: (x.seconds[j] - theirs) / (x.seconds[i] - ours),
      low: both ? (x.low[j] - theirs) / (x.high[i] - ours) : 0,
      high: both ? (x.high[j] - theirs) / (x.low[i] - ours) : 0,
    }
  }

  /** Returns whether a significant difference between two cells was found: "<" yes, "~" no, "?" too few runs. */
  difference(a: Cell, b: Cell): string {
    let i = this.places[a.run][a.i], j = this.places[b.run][b.i]
    if (i === j) return ""
    if (i < j) [i, j] = [j, i]
    return this.runs[a.run].differences[this.questions[a.run][a.i]][i * (i - 1) / 2 + j] ?? "?" // empty if all pairs have too few runs
  }

  /** Returns the command that repeats the first run of a cell, "" if there is none. */
  command(c: Cell): string {
    const r = this.runs[c.run], x = r.cells, by = r.contenders[x.contender[c.i]]
    if (!by.command || !r.problems[x.problem[c.i]].command) return ""
    return [by.begin, r.commands[x.task[c.i]], r.problems[x.problem[c.i]].command, by.command, r.limits[x.limits[c.i]]].join(" ") + (by.end ?? "")
  }
}

/** Returns how a cell ended, in words. */
export function ending(x: Columns, i: number): string {
  if (x.wrong[i]) return x.wrong[i] === 3 ? "disputed" : "wrong"
  return x.status[i] || "skipped"
}
