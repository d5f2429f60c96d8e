import { createPublicKey, verify } from 'node:crypto'
import { growTree, isConsistent, leafHash, rootOver, type TreeHead, treeHeadBytes } from '@palpite/games/log'

/** A head as the log returns it. */
export type Head = TreeHead & { signature: string; publicKey: string }

/** A log's verification: head, faults, and entries by kind. */
export type CheckedLog = {
  head: Head | undefined
  findings: string[]
  counts: ReadonlyMap<string, number>
}

/** Calls the log; undefined if it says there is nothing. */
export type Ask = (path: string) => Promise<unknown>

const ENTRIES_AT_ONCE = 1000

/**
 * Verifies the log from outside: the head has the known key's signature, extends the known head, and its root follows
 * from all entries.
 */
export async function checkLog(ask: Ask, seen: Head | undefined): Promise<CheckedLog> {
  const counts = new Map<string, number>()
  const head = (await ask('head')) as Head | undefined
  if (!head) {
    const findings = seen ? [`The log is empty, and had ${seen.size} entries before.`] : []
    return { head, findings, counts }
  }
  const findings = [...wrongSignature(head, seen), ...(await wrongGrowth(ask, head, seen))]
  let tree: { size: number; edge: readonly string[] } = { size: 0, edge: [] }
  while (tree.size < head.size) {
    const count = Math.min(ENTRIES_AT_ONCE, head.size - tree.size)
    const { entries } = (await ask(`entries?from=${tree.size}&count=${count}`)) as { entries: string[] }
    if (entries.length === 0) {
      findings.push(`Entry ${tree.size} of ${head.size} is not told.`)
      return { head, findings, counts }
    }
    const read = entries.slice(0, count)
    for (const entry of read) {
      const kind = entry.split(' ', 1)[0] ?? ''
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
    }
    tree = growTree(
      tree,
      read.map((entry) => leafHash(entry)),
    )
  }
  if (rootOver(tree.edge) !== head.rootHash) findings.push('The root does not follow from the entries.')
  return { head, findings, counts }
}

function wrongSignature(head: Head, seen: Head | undefined): string[] {
  if (seen && seen.publicKey !== head.publicKey)
    return [`The log is signed with another key than before: ${head.publicKey}, not ${seen.publicKey}.`]
  return isSigned(head) ? [] : ['The signature of the head is not one of its key.']
}

function isSigned(head: Head): boolean {
  const x = Buffer.from(head.publicKey, 'hex').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, treeHeadBytes(head), key, Buffer.from(head.signature, 'hex'))
}

async function wrongGrowth(ask: Ask, head: Head, seen: Head | undefined): Promise<string[]> {
  if (!seen) return []
  if (seen.size > head.size) return [`The log has ${head.size} entries, and had ${seen.size} before.`]
  const proof = (await ask(`consistency?earlier=${seen.size}&later=${head.size}`)) as
    | { path: string[] }
    | undefined
  return proof && isConsistent(seen, head, proof.path)
    ? []
    : [`The log does not begin with the ${seen.size} entries that it had before.`]
}
