import {
  growTree,
  leafHash,
  rootOver,
  subtreesOf,
  type TreeHash,
  type TreeHead,
  treeHeadBytes,
} from '@palpite/games/log'
import { assert, present } from './errors.ts'
import type { Tx, Sql } from './db/index.ts'
import type { Deps } from './deps.ts'
import { type Job, schedule } from './schedule.ts'
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
  type HeadRow,
  selectEntries,
  selectHeadsAfter,
  selectUnpublished,
} from './public-log-queries.ts'
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { Config } from './config.ts'

const APPEND_EVERY_MS = 1000
/** Entries per head: bounds what one transaction writes. */
const MAX_ENTRIES = 2000
/** An entry is a line of a few words. */
const MAX_LENGTH = 300

/**
 * Queues contents for the public log, in the transaction of their cause: a job appends them within about a second.
 * Entries are permanent and public, so none may identify a person.
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

/** Appends the queued entries, list by list. Returns how many; 0 also if another server is appending. */
export async function appendToLog(deps: Needs): Promise<number> {
  let sum = 0
  for (;;) {
    const count = await appendList(deps)
    sum += count
    if (count < MAX_ENTRIES) return sum
  }
}

/** Appends one list and signs the head over it: both or neither. */
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

/** Appends to the log each second, one server at a time. */
export const appendEachSecond = (deps: Needs & Pick<Deps, 'log'>): Job =>
  schedule({
    name: 'public-log',
    everyMs: APPEND_EVERY_MS,
    log: deps.log,
    run: async () => void (await appendToLog(deps)),
  })

/** Entries and heads per read. */
const ENTRIES_AT_ONCE = 1000
const HEADS_AT_ONCE = 200

/**
 * Reads the whole public log and reports the first error: every stored hash and every signed head must follow from
 * the entries, and with a key, signatures must verify. Empty if all is valid.
 */
export async function verifyPublicLog(sql: Sql, key?: LogKey): Promise<string[]> {
  let tree: { size: number; edge: readonly TreeHash[] } = { size: 0, edge: [] }
  for (;;) {
    // Read before the heads: entries added meanwhile come with their head.
    const [next] = await selectEntries(sql, tree.size, 1)
    const heads = await selectHeadsAfter(sql, tree.size, HEADS_AT_ONCE)
    if (heads.length === 0) return next ? [`public log: entry ${next.place} is under no head`] : []
    for (const head of heads) {
      const grown = await readUpTo(sql, tree, head.size)
      // The first error: every later head is wrong with it.
      if (grown.finding !== undefined) return [grown.finding]
      const wrong = wrongOf(head, grown.tree, key)
      if (wrong !== undefined) return [wrong]
      tree = grown.tree
    }
  }
}

/** The tree up to this size, and stored hashes that differ from it. */
async function readUpTo(sql: Sql, before: { size: number; edge: readonly TreeHash[] }, size: number) {
  let tree = before
  while (tree.size < size) {
    const entries = await selectEntries(sql, tree.size, Math.min(ENTRIES_AT_ONCE, size - tree.size))
    const gap = entries.findIndex(({ place }, at) => place !== tree.size + at)
    if (entries.length === 0 || gap >= 0)
      return { tree, finding: `public log: entry ${tree.size + Math.max(gap, 0)} is gone` }
    const grown = growTree(
      tree,
      entries.map(({ content }) => leafHash(content)),
    )
    const kept = await selectHashes(sql, grown.subtrees)
    const wrong = grown.subtrees.find(({ hash }, at) => kept[at]?.hash !== hash)
    if (wrong) {
      const [first, next] = [wrong.place, wrong.place + 1].map((place) => place * 2 ** wrong.level) as [
        number,
        number,
      ]
      return { tree, finding: `public log: entries ${first} to ${next - 1} are not as they were added` }
    }
    tree = grown
  }
  return { tree, finding: undefined }
}

/** What is wrong with a head, given its entries. */
function wrongOf(
  head: HeadRow,
  tree: { edge: readonly TreeHash[] },
  key: LogKey | undefined,
): string | undefined {
  const { size, rootHash, signedAt, signature } = head
  if (rootOver(tree.edge) !== rootHash) return `public log: head ${size} is not over its entries`
  const signed = { size, rootHash, timestampMs: signedAt.getTime() }
  return key && !isSigned(key, signed, signature)
    ? `public log: head ${size} was not signed by its key`
    : undefined
}

/** Which of these contents were never published. */
export const findUnpublished = async (sql: Sql, contents: readonly string[]): Promise<string[]> =>
  (
    await selectUnpublished(
      sql,
      contents,
      contents.map((content) => leafHash(content)),
    )
  ).map(({ content }) => content)

/** The prefix of every Ed25519 key in PKCS #8, before its 32 bytes (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The house's signing key, and its public half as 32 bytes in hex. */
export type LogKey = { readonly privateKey: KeyObject; readonly publicKey: string }

/** The Ed25519 key derived from a secret: the same on every server, for as long as the log exists. */
export function logKey({ LOG_SECRET }: Pick<Config, 'LOG_SECRET'>): LogKey {
  const seed = createHash('sha256').update(`palpite public log: ${LOG_SECRET}`).digest()
  const der = Buffer.concat([PKCS8_PREFIX, seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  return { privateKey, publicKey: Buffer.from(x, 'base64url').toString('hex') }
}

/** Signs bytes; returns the signature in hex. */
export const signBytes = ({ privateKey }: LogKey, bytes: Uint8Array): string =>
  sign(null, bytes, privateKey).toString('hex')

/** Signs a tree head. */
const signHead = (key: LogKey, head: TreeHead): string => signBytes(key, treeHeadBytes(head))

/** Whether this head was signed with the key. */
const isSigned = ({ privateKey }: LogKey, head: TreeHead, signature: string): boolean =>
  verify(null, treeHeadBytes(head), createPublicKey(privateKey), Buffer.from(signature, 'hex'))
