import { generateKeyPairSync, sign } from 'node:crypto'
import { plainHmac, rollDouble, seedHash } from '@palpite/games'
import { chainEntry, leafHash, treeHeadBytes } from '@palpite/games/log'
import { RECORD_FORMAT, recordBytes, type RoundsRecord } from '@palpite/games/record'
import { expect, test } from 'vitest'
import { checkFile, isFileRight } from './check-file.ts'

const keyOf = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return {
    publicKey: Buffer.from(x, 'base64url').toString('hex'),
    sign: (bytes: Uint8Array) => sign(null, bytes, privateKey).toString('hex'),
  }
}
const [log, another] = [keyOf(), keyOf()]

/** A lost bet on the first draw of a chain whose commitment is the only entry of the log. */
function fileOf({
  headKey = log,
  fileKey = log,
  publicKey = log.publicKey,
  change = {} as Partial<RoundsRecord>,
}) {
  const seed = 'palpite'
  const chain = { room: 'double', commitment: seedHash(seed), salt: 'sal' }
  const entry = chainEntry(chain)
  const head = { size: 1, rootHash: leafHash(entry), timestampMs: 1 }
  const content: RoundsRecord = {
    format: RECORD_FORMAT,
    kind: 'shared',
    madeAt: '2026-11-30T10:00:00.000Z',
    part: 1,
    parts: 1,
    pair: null,
    chains: [chain],
    head: { ...head, signature: headKey.sign(treeHeadBytes(head)) },
    commitments: [{ entry, proof: { leafIndex: 0, size: 1, path: [] } }],
    rounds: [
      {
        roundId: 'S0',
        game: 'double',
        nonce: null,
        draw: { room: 'double', place: 0, commitment: chain.commitment, seed },
        rulesVersion: 1,
        choice: { colour: 'white' },
        stakeCents: 100,
        payoutCents: 0,
        status: 'lost',
        multiplierE4: 0,
        state: { slot: rollDouble(plainHmac, { seed, salt: chain.salt }) },
        at: '2026-11-30T09:00:00.000Z',
        runningCents: -100,
      },
    ],
    totals: { stakeCents: 100, payoutCents: 0 },
    ...change,
  }
  return JSON.stringify({
    content,
    publicKey,
    signature: fileKey.sign(recordBytes(content)),
  })
}

test.each([
  { what: 'as it was signed', file: fileOf({}), isRight: true },
  { what: 'signed by another key', file: fileOf({ fileKey: another }), isRight: false },
  { what: 'with a key that is none', file: fileOf({ publicKey: 'none' }), isRight: false },
  {
    what: 'with a head of the log that another key signed',
    file: fileOf({ headKey: another }),
    isRight: false,
  },
  { what: 'without a head', file: fileOf({ change: { head: null } }), isRight: false },
  { what: 'without its proofs', file: fileOf({ change: { commitments: [] } }), isRight: false },
  { what: 'cut short', file: fileOf({ change: { parts: 2 } }), isRight: false },
])('a file $what is right: $isRight', async ({ file, isRight }) => {
  const checked = await checkFile(file)
  expect(checked?.record.rounds.map(({ findings }) => findings)).toEqual([[]])
  expect(checked && isFileRight(checked)).toBe(isRight)
})
