// A page that is served while its run is made: it says how far that is, and shows what there
// is as it comes.

import { count } from "./format"

interface Progress { done: number; total: number; records: number; running?: string; ended?: boolean }

const every = 5000 // milliseconds from one page to the next

/** Listens to the run's events, and has main show each new page. */
export function keepUp(events: string, main: () => void) {
  const line = () => document.querySelector<HTMLElement>("[data-events]")!
  const source = new EventSource(events + location.search)
  let now: Progress | undefined, busy = false
  const say = () => {
    if (now) line().textContent = now.ended ? "The run has ended; this page stays as it is, and report.html in the run's folder is its last word."
      : `${count(now.done)} of about ${count(now.total)} runs are made${now.running ? `; now ${now.running}` : ""}.`
  }
  const refresh = async () => {
    if (busy || !now || Number(line().dataset.records) === now.records || inUse() && !now.ended) return
    busy = true
    try {
      const answer = await fetch(location.pathname + location.search)
      if (answer.ok) replace(new DOMParser().parseFromString(await answer.text(), "text/html"), main)
      say()
    } catch { // the run has ended meanwhile
    } finally {
      busy = false
    }
  }
  const timer = setInterval(refresh, every)
  source.onmessage = e => {
    now = JSON.parse(e.data) as Progress
    say()
    if (!now.ended) return
    source.close()
    clearInterval(timer)
    refresh()
  }
  source.onerror = () => { line().textContent = "Nothing is heard of the run any more." }
}

/** Whether somebody is about something that a new page would take away. */
function inUse(): boolean {
  return document.hidden || !!document.querySelector("dialog[open]") || !!document.activeElement?.matches("input, select, .plot svg") || !getSelection()!.isCollapsed
}

/** Puts a page in the place of this one, where the reader is. */
function replace(next: Document, main: () => void) {
  const top = window.scrollY, inTable = document.querySelector(".virtual")?.scrollTop ?? 0
  const open = [...document.querySelectorAll("details")].map(d => d.open)
  document.title = next.title
  document.querySelectorAll("style").forEach((s, i) => { s.textContent = next.querySelectorAll("style")[i]?.textContent ?? "" })
  document.body.replaceWith(document.adoptNode(next.body))
  main()
  document.querySelectorAll("details").forEach((d, i) => { d.open = open[i] ?? d.open })
  window.scrollTo(0, top)
  document.querySelector(".virtual")?.scrollTo(0, inTable)
}
