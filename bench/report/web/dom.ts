// Elements, made without markup: no text that comes from a run is ever read as HTML.

type Attributes = Record<string, string | number | boolean | undefined | ((e: any) => void)>

/** An HTML element; a function among the attributes listens to the event that it is named after. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children)
}

/** An element of a picture. */
export function s<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: (Node | string)[]): SVGElementTagNameMap[K] {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children)
}

function fill<E extends Element>(e: E, attributes: Attributes, children: (Node | string)[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    if (typeof value === "function") e.addEventListener(name, value)
    else e.setAttribute(name, value === true ? "" : String(value))
  }
  e.append(...children)
  return e
}

/** A name out of a run: whatever direction it is written in, it turns nothing around it. */
export function name(text: string): HTMLElement { return h("bdi", {}, text) }

let labels = 0
/** An identifier for what has to point at an element. */
export function label(): string { return "x" + ++labels }

/** Has an element drawn in a look's colours: the style has one for light pages and one for dark ones. */
export function colour(e: ElementCSSInlineStyle, look: { color: string; dark?: string }) {
  e.style.setProperty("--c", look.color)
  e.style.setProperty("--d", look.dark ?? look.color)
}
