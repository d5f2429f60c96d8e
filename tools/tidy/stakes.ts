import { dirname } from 'node:path'
import { isCode, isTest, type Tree, withoutComments } from './files.ts'
import { targetOf } from './imports.ts'
import { GATE, SERVER } from './plan.ts'

/**
 * Commands that take a stake without the gate: a file that imports such a function must be in a folder that uses the
 * gate. Types and tests are exempt.
 */
export function ungatedStakes(tree: Tree): string[] {
  const files = [...tree].filter(
    ([file]) =>
      file.startsWith(`${SERVER}/`) &&
      isCode(file) &&
      !isTest(file) &&
      !file.startsWith(dirname(GATE.ledger)),
  )
  const importsFrom = (file: string, text: string, api: string) =>
    namedImports(text)
      .filter(({ from }) => targetOf(file, from, tree)?.file === api)
      .flatMap(({ names }) => names)
  const gated = new Set(
    files
      .filter(([file, text]) => importsFrom(file, text, GATE.protection).includes(GATE.asks))
      .map(([file]) => dirname(file)),
  )
  return files.flatMap(([file, text]) => {
    const takes = importsFrom(file, text, GATE.ledger).filter((name) => GATE.takes.includes(name))
    if (takes.length === 0 || gated.has(dirname(file))) return []
    return [`${file}: ${takes.join(', ')} without ${GATE.asks} of ${GATE.protection}`]
  })
}

/** The imported names of each `import { … } from '…'`, as exported. */
const namedImports = (text: string) =>
  [...withoutComments(text).matchAll(/\bimport\s*\{([^}]*)\}\s*from\s*['"]([^'"\n]+)['"]/g)].map(
    ([, names = '', from = '']) => ({
      from,
      names: names.split(',').map((name) => name.trim().split(/\s+as\s+/)[0] ?? ''),
    }),
  )
