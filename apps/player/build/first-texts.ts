import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const staticImport = /^(?:import|export)\s(?!type\b)(?:[^;'"]*?from\s+)?'(\.[^']+)'/gm

/** The modules that come with the first page: all that an entry imports, and what they import, but not when asked. */
export const modulesOf = (entry: string): string[] => {
  const reached = new Set([entry])
  for (const file of reached) {
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(staticImport)) {
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
