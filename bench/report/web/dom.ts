// Elements are created without markup, so that no text of a run is parsed as HTML.

type Attributes = Record<string, string | number | boolean | undefined | ((e: any) => void)>

/** Creates an HTML element; a function among the attributes listens to the event of that name. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children)
}

/** Creates an SVG element. */
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

/** Returns a name of a run, isolated so that its writing direction does not affect its surroundings. */
export function name(text: string): HTMLElement { return h("bdi", {}, text) }

let labels = 0
/** Returns a new identifier for an element that others refer to. */
export function label(): string { return "x" + ++labels }

/** Draws an element in a look's colours; the style selects one for light and one for dark pages. */
export function colour(e: ElementCSSInlineStyle, look: { color: string; dark?: string }) {
  e.style.setProperty("--c", look.color)
  e.style.setProperty("--d", look.dark ?? look.color)
}
