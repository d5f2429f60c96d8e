import { isCode, type Tree } from './files.ts'
import { importsOf, targetOf } from './imports.ts'

/**
 * Circles of imports between files, those of types included: of files in a circle none can be read, changed or taken
 * out without all the others. Answers the way round, once for files that stand in several circles.
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

/** Takes out, as long as there are any, files that import none of those left: they stand in no circle. */
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

/** A shortest way from a file along its imports back to it; nothing where none leads there. */
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
