import { dirname } from 'node:path'
import { isCode, isTest, isTesting, type Tree } from './files.ts'
import { NEVER, SELF, type Wing, WINGS } from './plan.ts'
import { importsOf, type Target, targetOf } from './imports.ts'

type Place = { wing: string; plan: Wing; module: string; layer: number }

/** Imports that go up, sideways, past an API, or out of the repository; files in no module. */
export const untidyLayers = (tree: Tree): string[] =>
  [...tree].filter(([file]) => isCode(file)).flatMap(([file, text]) => untidyFile(file, text, tree))

function untidyFile(file: string, text: string, tree: Tree): string[] {
  const imports = importsOf(text)
  const closed = NEVER.flatMap(([folder, api, why]) =>
    file.startsWith(folder) && imports.includes(api) ? [`${file}: ${api} is closed here; ${why}`] : [],
  )
  const targets = imports.flatMap((name) => targetOf(file, name, tree) ?? [])
  const outside = targets
    .filter((target) => isOutside(target) && !file.startsWith(SELF))
    .map((target) => `${file}: imports ${target.file}, outside the repository`)
  const wing = wingOf(file)
  if (!wing) return [...closed, ...outside]
  const here = placeOf(file)
  if (!here) return [`${file}: stands in no module of ${wing}; add it to tools/tidy/plan.ts`]
  const inside = targets.filter((target) => !isOutside(target))
  return [...closed, ...outside, ...inside.flatMap((target) => untidyImport(file, here, target, tree))]
}

const isOutside = (target: Target) => target.file.startsWith('..')

function untidyImport(file: string, here: Place, { file: target, byName }: Target, tree: Tree): string[] {
  if (isTest(file) && wingOf(target) === undefined) return [] // tools, build steps
  const there = placeOf(target)
  if (!there) return [`${file}: imports ${target}, which stands in no module`]
  if (isTesting(file)) return [] // sets up whole modules, from below or above
  if (isTesting(target)) return isTest(file) ? [] : [`${file}: ${target} is for tests only`]
  const sameModule = there.wing === here.wing && there.module === here.module
  const mayKnow = there.wing === here.wing ? there.layer > here.layer : there.wing === 'packages'
  if (!sameModule && !mayKnow) return [`${file}: ${here.module} may not know ${there.wing}/${there.module}`]
  return byName || there.plan.open.includes(there.module) ? [] : pastTheApi(file, target, tree)
}

/**
 * A folder with an index.ts is imported from outside only by it: a module, and its sub-modules. The outermost such
 * folder counts: another module can import only the module's own API. A package is one module.
 */
function pastTheApi(file: string, target: string, tree: Tree): string[] {
  const closed = foldersOf(target)
    .filter((folder) => !file.startsWith(`${folder}/`))
    .find(
      (folder) => isModule(folder) || (!folder.startsWith('packages/') && apiOf(folder, tree) !== undefined),
    )
  if (closed === undefined || isApi(target, closed)) return []
  return [`${file}: enter ${closed} by its index.ts, not ${target}`]
}

const isApi = (target: string, folder: string) => new RegExp(`^${folder}/(src/)?index\\.tsx?$`).test(target)

const apiOf = (folder: string, tree: Tree) =>
  [`${folder}/index.ts`, `${folder}/index.tsx`].find((api) => tree.has(api))

/** Every folder around a file, outermost first. */
function foldersOf(file: string): string[] {
  const folder = dirname(file)
  return folder === '.' ? [] : [...foldersOf(folder), folder]
}

const wingOf = (file: string) =>
  Object.keys(WINGS).find(
    (wing) => file.startsWith(`${wing}/`) && (wing !== 'packages' || /^packages\/[^/]+\/src\//.test(file)),
  )

/** Whether this folder is a module of the plan (not a folder within one, or a wing). */
const isModule = (folder: string): boolean => {
  const place = placeOf(`${folder}/index.ts`)
  if (!place) return false
  return [place.module, `features/${place.module}`].some((name) => folder === `${place.wing}/${name}`)
}

function placeOf(file: string): Place | undefined {
  for (const [wing, plan] of Object.entries(WINGS)) {
    if (!file.startsWith(`${wing}/`)) continue
    const path = file.slice(wing.length + 1).replace(/^features\//, '')
    const module = (path.split('/')[0] ?? '').replace(/(\.test|\.d)?\.tsx?$/, '')
    const layer = plan.layers.findIndex((modules) => modules.includes(module))
    if (layer >= 0) return { wing, plan, module, layer }
    if (isTest(file)) return { wing, plan, module, layer: -1 } // a test beside the top may import everything
  }
  return undefined
}
