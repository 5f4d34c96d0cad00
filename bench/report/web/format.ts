// Numbers are formatted as by internal/table; a test compares the two.

/** Formats a number with three significant digits, and with all digits before the point: "0.123", "1235". */
export function digits(x: number): string {
  if (x >= 999.5) return x.toFixed(0)
  if (x === 0) return "0"
  const [mantissa, exponent] = x.toExponential(2).split("e")
  if (Number(exponent) < -4) return trimmed(mantissa) + "e-" + exponent.slice(1).padStart(2, "0")
  return trimmed(x.toPrecision(3))
}

function trimmed(text: string): string { return text.includes(".") ? text.replace(/\.?0+$/, "") : text }

function unit(seconds: number): [number, string] {
  for (const [size, name] of [[1, "s"], [1e-3, "ms"], [1e-6, "µs"]] as [number, string][]) {
    if (seconds >= 0.9995 * size) return [size, name]
  }
  return [1e-9, "ns"]
}

/** Formats a duration: "1.23 ms". */
export function duration(seconds: number): string {
  const [size, name] = unit(seconds)
  return digits(seconds / size) + " " + name
}

/** Formats a duration with its interval: "1.23 ms [1.2, 1.31]"; a star marks a missing interval. */
export function durationBetween(seconds: number, low: number, high: number): string {
  if (!high) return duration(seconds) + "*"
  const [size] = unit(seconds)
  return `${duration(seconds)} [${digits(low / size)}, ${digits(high / size)}]`
}

/** Formats a ratio: "12 × faster", "268 × slower", "as fast". */
export function speed(ratio: number): string {
  if (digits(ratio) === "1" || digits(1 / ratio) === "1") return "as fast"
  return ratio > 1 ? digits(ratio) + " × faster" : digits(1 / ratio) + " × slower"
}

export function speedBetween(ratio: number, low: number, high: number): string {
  if (!high) return speed(ratio) + "*"
  if (ratio < 1) [low, high] = [1 / high, 1 / low]
  return `${speed(ratio)} [${digits(low)}, ${digits(high)}]`
}

/** Formats a size: "18.9 MB". */
export function bytes(n: number): string {
  if (!n) return ""
  for (const [size, name] of [[1e12, "TB"], [1e9, "GB"], [1e6, "MB"], [1e3, "kB"]] as [number, string][]) {
    if (n >= 0.9995 * size) return digits(n / size) + " " + name
  }
  return n + " B"
}

/** Formats a count: "1,234,567". */
export function count(n: number | string): string { return String(n).replace(/\B(?=(\d{3})+$)/g, ",") }

/** Formats a value of an axis or a point. */
export function value(x: number, unit: string | undefined): string {
  switch (unit) {
    case "s": return duration(x)
    case "B": return bytes(x)
    case "×": return digits(x) + " ×"
  }
  return Number.isInteger(x) ? count(x) : digits(x)
}
