import { isCode, isTesting, type Tree } from './files.ts'
import { importsOf, targetOf } from './imports.ts'
import { SUB_MODULES } from './plan.ts'

/** Imports between sub-modules that go up or sideways; folders without an order. Type imports count. */
export const untidySubModules = (tree: Tree): string[] =>
  Object.entries(SUB_MODULES).flatMap(([module, layers]) =>
    [...tree]
      .filter(([file]) => isCode(file) && !isTesting(file) && subModuleOf(file, module) !== undefined)
      .flatMap(([file, text]) => untidyFile({ file, text, module, layers }, tree)),
  )

type CheckedFile = { file: string; text: string; module: string; layers: readonly (readonly string[])[] }

function untidyFile({ file, text, module, layers }: CheckedFile, tree: Tree): string[] {
  const here = subModuleOf(file, module) ?? ''
  const layerOf = (name: string) => layers.findIndex((names) => names.includes(name))
  if (layerOf(here) < 0)
    return [`${file}: ${here} stands in no order of ${module}; add it to tools/tidy/plan.ts`]
  return importsOf(text).flatMap((name) => {
    const target = targetOf(file, name, tree)?.file ?? ''
    const there = subModuleOf(target, module)
    if (there === undefined || there === here || isTesting(target)) return []
    if (layerOf(there) > layerOf(here)) return []
    return [`${file}: ${here} may not know ${there} (${target})`]
  })
}

/** The sub-module folder of a file; undefined for the module's top-level files and all others. */
const subModuleOf = (file: string, module: string): string | undefined => {
  if (!file.startsWith(`${module}/`)) return undefined
  const [name, ...inner] = file.slice(module.length + 1).split('/')
  return inner.length > 0 ? name : undefined
}
