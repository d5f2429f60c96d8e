import { isCode, type Tree } from './files.ts'

/**
 * Operators of journeys under an address that another test uses as well: journeys of one worker share an app, which
 * refuses the second one, and which journeys meet in a worker differs from run to run.
 */
export function sharedOperators(tree: Tree): string[] {
  const places = new Map<string, string[]>()
  for (const [file, text] of tree) {
    if (!file.startsWith('tests/e2e/') || !isCode(file)) continue
    for (const [, address = ''] of text.matchAll(/'([\w-]+@casa\.example)'/g))
      places.set(address, [...(places.get(address) ?? []), file])
  }
  return [...places]
    .filter(([, files]) => files.length > 1)
    .map(([address, files]) => `${address}: ${files.join(', ')}`)
}
