import type { Tree } from './files.ts'
import { importCircles } from './circles.ts'
import { sharedOperators } from './journeys.ts'
import { untidyLayers } from './layers.ts'
import { untidyLinks, untidyPlaces } from './links.ts'
import { unlistedCallers } from './outbound.ts'
import { untidyPackages } from './packages.ts'
import { secretsIn } from './secrets.ts'
import { untidySql } from './sql.ts'
import { untidySides } from './sides.ts'
import { ungatedStakes } from './stakes.ts'
import { untidySubModules } from './sub-modules.ts'
import { unfilledTexts } from './text-values.ts'
import { untidyTexts } from './texts.ts'
import { untidyAttributes, untidyTokens } from './tokens.ts'
import { waitingTests } from './waits.ts'
import { untidyWords } from './words.ts'

/** The rules' input: the tree, its location, and the contract's refusals. */
export type TidyInput = { tree: Tree; root: string; refusalCodes: readonly string[] }

/** Every rule by name; each returns its findings as sentences. Empty means tidy. */
export const RULES: Readonly<Record<string, (input: TidyInput) => string[]>> = {
  'imports go down, and in by the API': ({ tree }) => untidyLayers(tree),
  'sub-modules keep their order': ({ tree }) => untidySubModules(tree),
  'no file imports itself, by whatever way round': ({ tree }) => importCircles(tree),
  'no stake is taken past the gate': ({ tree }) => ungatedStakes(tree),
  'no secret is in the repository or gets into the bundle': ({ tree }) => secretsIn(tree),
  'no address that a user gives is asked over the network': ({ tree }) => unlistedCallers(tree),
  'SQL and tables stay in their own module': ({ tree }) => untidySql(tree),
  'names, words, lengths and styles are as the style asks': ({ tree }) => untidyWords(tree),
  'no part names a side of the screen': ({ tree }) => untidySides(tree),
  'classes name tokens that the theme has': ({ tree }) => untidyTokens(tree),
  'styles read attributes that something sets': ({ tree }) => untidyAttributes(tree),
  'workspace packages are declared and the lock file holds no addresses': ({ tree }) => untidyPackages(tree),
  'every language says the same, and every refusal has a text': ({ tree, refusalCodes }) =>
    untidyTexts(tree, refusalCodes),
  'a text gets a value for each of its placeholders': ({ tree }) => unfilledTexts(tree),
  'tests wait for what they assert, and not for a time': ({ tree }) => waitingTests(tree),
  'no two journeys create the same operator': ({ tree }) => sharedOperators(tree),
  'links in the pages lead somewhere': ({ tree, root }) => untidyLinks(tree, root),
  'things are where ARCHITECTURE.md says': ({ tree }) => untidyPlaces(tree),
}
