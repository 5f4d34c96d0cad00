// A page that is served while its run is in progress: it shows the progress, and new results
// as they arrive.

import { count } from "./format"

interface Progress { done: number; total: number; records: number; running?: string; ended?: boolean }

const every = 5000 // milliseconds between two pages

/** Listens to the run's events and lets main show each new page. */
export function keepUp(events: string, main: () => void) {
  const line = () => document.querySelector<HTMLElement>("[data-events]")!
  const source = new EventSource(events + location.search)
  let now: Progress | undefined, busy = false
  const say = () => {
    if (now) line().textContent = now.ended ? "The run has ended. This page does not change any more; the final page is report.html in the run's folder."
      : `${count(now.done)} of about ${count(now.total)} runs are done${now.running ? `; now ${now.running}` : ""}.`
  }
  const refresh = async () => {
    if (busy || !now || Number(line().dataset.records) === now.records || inUse() && !now.ended) return
    busy = true
    try {
      const answer = await fetch(location.pathname + location.search)
      if (answer.ok) replace(new DOMParser().parseFromString(await answer.text(), "text/html"), main)
      say()
    } catch { // the run has ended in the meantime
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
  source.onerror = () => { line().textContent = "The connection to the run is lost." }
}

/** Returns whether the reader is doing something that a new page would interrupt. */
function inUse(): boolean {
  return document.hidden || !!document.querySelector("dialog[open]") || !!document.activeElement?.matches("input, select, .plot svg") || !getSelection()!.isCollapsed
}

/** Replaces this page by a new one and keeps the reader's position. */
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
