import { isCode, type Tree } from './files.ts'
import { importsOf, targetOf } from './imports.ts'

/**
 * Circular imports between files, including types: files in a circle cannot be read, changed or removed alone. Returns
 * the path, once per file.
 */
export function importCircles(tree: Tree): string[] {
  const graph = graphOf(tree)
  const circles: string[] = []
  for (;;) {
    dropLooseEnds(graph)
    const way = firstWayRound(graph)
    if (way === undefined) return circles
    circles.push(`circle of imports: ${way.join(' → ')}`)
    for (const file of way) graph.delete(file)
  }
}

type Graph = Map<string, ReadonlySet<string>>

const graphOf = (tree: Tree): Graph =>
  new Map(
    [...tree].filter(([file]) => isCode(file)).map(([file, text]) => [file, targetsOf(file, text, tree)]),
  )

const targetsOf = (file: string, text: string, tree: Tree) =>
  new Set(
    importsOf(text)
      .flatMap((name) => targetOf(file, name, tree)?.file ?? [])
      .filter((target) => isCode(target)),
  )

/** Removes, repeatedly, files that import none of the rest: they are in no circle. */
function dropLooseEnds(graph: Graph): void {
  const isLoose = (file: string) => ![...(graph.get(file) ?? [])].some((target) => graph.has(target))
  for (
    let loose = [...graph.keys()].filter(isLoose);
    loose.length > 0;
    loose = [...graph.keys()].filter(isLoose)
  )
    for (const file of loose) graph.delete(file)
}

function firstWayRound(graph: Graph): string[] | undefined {
  for (const file of [...graph.keys()].toSorted()) {
    const way = wayBackTo(file, graph)
    if (way) return way
  }
  return undefined
}

/** A shortest path from a file along its imports back to it; undefined if none. */
function wayBackTo(start: string, graph: Graph): string[] | undefined {
  const ways: string[][] = [[start]]
  const seen = new Set<string>()
  for (const way of ways) {
    const targets = graph.get(way.at(-1) ?? '') ?? new Set()
    if (targets.has(start)) return [...way, start]
    for (const target of targets) {
      if (seen.has(target)) continue
      seen.add(target)
      ways.push([...way, target])
    }
  }
  return undefined
}
