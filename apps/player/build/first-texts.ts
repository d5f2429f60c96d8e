import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const staticImport = /^(?:import|export)\s(?!type\b)(?:[^;'"]*?from\s+)?'(\.[^']+)'/gm

/** What is fetched for home or the shell itself, a little later: without the texts of other screens. */
const partOfHome = /(?:lazilyAtHome|lazy)\(\s*\(\) =>\s*import\('(\.[^']+)'\)/g

/** The modules that come with the first page: all that an entry imports, and what they import, but not when asked. */
export const modulesOf = (entry: string): string[] => {
  const reached = new Set([entry])
  for (const file of reached) {
    const source = readFileSync(file, 'utf8')
    for (const [, path = ''] of [...source.matchAll(staticImport), ...source.matchAll(partOfHome)]) {
      const imported = join(dirname(file), path)
      if (/\.tsx?$/.test(imported) && existsSync(imported)) reached.add(imported)
    }
  }
  return [...reached]
}

/** Whether the first page has a place for the text of a key: its modules name it. */
export const firstTexts = (entry: string): ((key: string) => boolean) => {
  const source = modulesOf(entry)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const named = new Set([...source.matchAll(/'([a-z]+(?:\.[A-Za-z0-9]+){2,3})'/g)].map((found) => found[1]))
  return (key) => named.has(key)
}
