/** "Did you mean": the known names nearest to an unknown one. Pure; anyone may call it. */

/** Optimal string alignment distance (insert, delete, replace, swap of neighbours). */
function distance(a: string, b: string): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1)
      row.push(best)
    }
    before = previous
    previous = row
  }
  return previous[b.length] ?? 0
}

/** The closest of `known`, nearest first, at most three, none that is further than half its length. */
export function nearest(name: string, known: Iterable<string>): string[] {
  const wanted = name.toLowerCase()
  const scored: [string, number][] = []
  for (const k of known) {
    const d = k.toLowerCase().includes(wanted) && wanted.length > 2 ? 1 : distance(wanted, k.toLowerCase())
    if (d <= Math.max(2, Math.floor(Math.max(name.length, k.length) / 2))) scored.push([k, d])
  }
  return scored
    .sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, 3)
    .map(([k]) => k)
}

/** `did you mean "a" or "b"?`-style hint, or the list of known names when nothing is near. */
export function suggestion(name: string, known: Iterable<string>): string {
  const all = [...known]
  const near = nearest(name, all)
  if (near.length > 0) return `did you mean ${near.map(n => JSON.stringify(n)).join(' or ')}`
  if (all.length === 0) return 'there are none'
  const shown = all.slice(0, 12).map(n => JSON.stringify(n))
  return `use one of ${shown.join(', ')}${all.length > 12 ? `, … (${all.length})` : ''}`
}
