import { growTree, leafHash, rootOver, subtreesOf } from '@palpite/games/log'
import { assert, present } from '../assert.ts'
import type { Tx } from '../db/index.ts'
import type { Deps } from '../deps.ts'
import { type Job, schedule } from '../schedule.ts'
import { logKey, signHead } from './log-key.ts'
import {
  insertEntries,
  insertHead,
  insertNodes,
  insertPending,
  selectHashes,
  selectHead,
  selectTime,
  dequeuePending,
  tryAppending,
} from './queries.ts'

const APPEND_EVERY_MS = 1000
/** Entries under one head: bounds what one transaction writes. */
const MAX_ENTRIES = 2000
/** An entry is a line of a few words. */
const MAX_LENGTH = 300

/**
 * Adds contents to the public log, in the transaction that makes them true: they wait there, and a job adds them within a
 * second or so. What was added stays for good and for everybody to read, so nothing in it may tell who somebody is.
 * Asserts: one line each, of at most 300 characters.
 */
export async function publish(tx: Tx, contents: readonly string[]): Promise<void> {
  for (const content of contents) {
    assert(/^[\x20-\x7e]+$/.test(content) && content.length <= MAX_LENGTH, `not an entry: ${content}`)
  }
  if (contents.length > 0)
    await insertPending(
      tx,
      contents.map((content) => ({ content })),
    )
}

type Needs = Pick<Deps, 'db' | 'config'>

/** Adds what waits to the log, list by list. Answers how many entries were added; 0 also where another server is at it. */
export async function appendToLog(deps: Needs): Promise<number> {
  let sum = 0
  for (;;) {
    const count = await appendList(deps)
    sum += count
    if (count < MAX_ENTRIES) return sum
  }
}

/** Adds one list and signs the head over it: both or neither. */
const appendList = ({ db, config }: Needs): Promise<number> =>
  db.begin(async (tx) => {
    if (!(await tryAppending(tx))) return 0
    const contents = (await dequeuePending(tx, MAX_ENTRIES)).map(({ content }) => content)
    if (contents.length === 0) return 0
    const size = (await selectHead(tx))?.size ?? 0
    const kept = size === 0 ? [] : await selectHashes(tx, subtreesOf({ from: 0, to: size }))
    const tree = growTree(
      { size, edge: kept.map(({ hash }) => present(hash, 'the edge of the log')) },
      contents.map((content) => leafHash(content)),
    )
    await insertEntries(
      tx,
      contents.map((content, at) => ({ place: size + at, content })),
    )
    await insertNodes(tx, tree.subtrees)
    const signedAt = await selectTime(tx)
    const rootHash = rootOver(tree.edge)
    const signed = { size: tree.size, rootHash, timestampMs: signedAt.getTime() }
    const signature = signHead(logKey(config), signed)
    await insertHead(tx, { size: tree.size, rootHash, signedAt, signature })
    return contents.length
  })

/** Adds to the log each second, one server at a time. */
export const appendEachSecond = (deps: Needs & Pick<Deps, 'log'>): Job =>
  schedule({
    name: 'public-log',
    everyMs: APPEND_EVERY_MS,
    log: deps.log,
    run: async () => void (await appendToLog(deps)),
  })
