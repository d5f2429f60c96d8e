import { dirname } from 'node:path'
import { isCode, isTest, isTrial, type Tree } from './files.ts'
import { NEVER, SELF, type Wing, WINGS } from './house.ts'
import { importsOf, type Target, targetOf } from './imports.ts'

type Place = { wing: string; plan: Wing; room: string; floor: number }

/** Imports that go up, sideways, past a door, or out of the house; files that stand in no room. */
export const untidyFloors = (tree: Tree): string[] =>
  [...tree].filter(([file]) => isCode(file)).flatMap(([file, text]) => untidyFile(file, text, tree))

function untidyFile(file: string, text: string, tree: Tree): string[] {
  const imports = importsOf(text)
  const closed = NEVER.flatMap(([folder, door, why]) =>
    file.startsWith(folder) && imports.includes(door) ? [`${file}: ${door} is closed here; ${why}`] : [],
  )
  const targets = imports.flatMap((name) => targetOf(file, name, tree) ?? [])
  const outside = targets
    .filter((target) => isOutside(target) && !file.startsWith(SELF))
    .map((target) => `${file}: imports ${target.file}, outside the house`)
  const wing = wingOf(file)
  if (!wing) return [...closed, ...outside]
  const here = placeOf(file)
  if (!here) return [`${file}: stands in no room of ${wing}; add it to tools/tidy/house.ts`]
  const inside = targets.filter((target) => !isOutside(target))
  return [...closed, ...outside, ...inside.flatMap((target) => untidyImport(file, here, target, tree))]
}

const isOutside = (target: Target) => target.file.startsWith('..')

function untidyImport(file: string, here: Place, { file: target, byName }: Target, tree: Tree): string[] {
  if (isTest(file) && wingOf(target) === undefined) return [] // tools, build steps
  const there = placeOf(target)
  if (!there) return [`${file}: imports ${target}, which stands in no room`]
  if (isTrial(file)) return [] // sets up whole rooms, from below or above
  if (isTrial(target)) return isTest(file) ? [] : [`${file}: ${target} is for tests only`]
  const sameRoom = there.wing === here.wing && there.room === here.room
  const mayKnow = there.wing === here.wing ? there.floor > here.floor : there.wing === 'packages'
  if (!sameRoom && !mayKnow) return [`${file}: ${here.room} may not know ${there.wing}/${there.room}`]
  return byName || there.plan.open.includes(there.room) ? [] : pastTheDoor(file, target, tree)
}

/**
 * A folder with an index.ts has one door, seen from everywhere outside it: a room, and a sub-room within it. The
 * outermost closed folder counts: from another room nothing but the room's own door can be entered. A package is
 * one room, however many folders it has.
 */
function pastTheDoor(file: string, target: string, tree: Tree): string[] {
  const closed = foldersOf(target)
    .filter((folder) => !file.startsWith(`${folder}/`))
    .find(
      (folder) => isRoom(folder) || (!folder.startsWith('packages/') && doorOf(folder, tree) !== undefined),
    )
  if (closed === undefined || isDoor(target, closed)) return []
  return [`${file}: enter ${closed} by its index.ts, not ${target}`]
}

const isDoor = (target: string, folder: string) => new RegExp(`^${folder}/(src/)?index\\.tsx?$`).test(target)

const doorOf = (folder: string, tree: Tree) =>
  [`${folder}/index.ts`, `${folder}/index.tsx`].find((door) => tree.has(door))

/** Every folder around a file, the outermost first. */
function foldersOf(file: string): string[] {
  const folder = dirname(file)
  return folder === '.' ? [] : [...foldersOf(folder), folder]
}

const wingOf = (file: string) =>
  Object.keys(WINGS).find(
    (wing) => file.startsWith(`${wing}/`) && (wing !== 'packages' || /^packages\/[^/]+\/src\//.test(file)),
  )

/** Whether this very folder is a room of the plan (and not a folder within one, or a wing). */
const isRoom = (folder: string): boolean => {
  const place = placeOf(`${folder}/index.ts`)
  if (!place) return false
  return [place.room, `features/${place.room}`].some((name) => folder === `${place.wing}/${name}`)
}

function placeOf(file: string): Place | undefined {
  for (const [wing, plan] of Object.entries(WINGS)) {
    if (!file.startsWith(`${wing}/`)) continue
    const path = file.slice(wing.length + 1).replace(/^features\//, '')
    const room = (path.split('/')[0] ?? '').replace(/(\.test|\.d)?\.tsx?$/, '')
    const floor = plan.floors.findIndex((rooms) => rooms.includes(room))
    if (floor >= 0) return { wing, plan, room, floor }
    if (isTest(file)) return { wing, plan, room, floor: -1 } // a test beside the top may enter everything
  }
  return undefined
}
