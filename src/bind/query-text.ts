/** `a=1&b=2` taken apart. For `bind/`. */

export interface Pair {
  name: string
  value: string
}

export const pairsIn = (text: string): Pair[] =>
  text.split('&').flatMap(pair => {
    if (pair === '') return []
    const [name = '', ...value] = pair.split('=')
    return [{ name: decoded(name), value: decoded(value.join('=')) }]
  })

/** What is no percent-encoding stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
