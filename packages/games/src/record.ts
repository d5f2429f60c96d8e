import type { HmacSha256 } from './fairness.ts'
import type { InclusionProof, TreeHead } from './merkle-proofs.ts'
import type { RowDifficulty } from './row-double.ts'
import type { DoubleColour } from './double.ts'

/** What a player chose with a stake, and how the round ended, by game: as the wire has them. */
export type RecordedGame =
  | {
      readonly game: 'dice'
      readonly choice: { readonly direction: 'over' | 'under'; readonly targetHundredths: number }
      readonly state: { readonly resultHundredths: number }
    }
  | {
      readonly game: 'limbo'
      readonly choice: { readonly targetHundredths: number }
      readonly state: { readonly resultHundredths: number }
    }
  | {
      readonly game: 'mines'
      readonly choice: { readonly mineCount: number }
      readonly state: { readonly opened: readonly number[]; readonly mines: readonly number[] | null }
    }
  | {
      readonly game: 'rowDouble'
      readonly choice: { readonly difficulty: RowDifficulty }
      readonly state: {
        readonly picks: readonly number[]
        readonly safeTiles: readonly (readonly number[])[] | null
      }
    }
  | {
      readonly game: 'double'
      readonly choice: { readonly colour: DoubleColour }
      readonly state: { readonly slot: number | null }
    }
  | {
      readonly game: 'luckyColor'
      readonly choice: { readonly room: string; readonly pick: string }
      readonly state: { readonly digit: number | null }
    }

/** A round in a file of rounds. */
export type RecordedRound = RecordedGame & {
  readonly roundId: string
  /** Of a round that seeds decide. */
  readonly nonce: number | null
  /** Of a round that a draw decides; the seed is missing where nothing was drawn. */
  readonly draw: {
    readonly room: string
    readonly place: number
    readonly commitment: string
    readonly seed: string | null
  } | null
  readonly rulesVersion: number
  readonly stakeCents: number
  readonly payoutCents: number
  readonly status: 'won' | 'lost' | 'refunded'
  readonly multiplierE4: number
  readonly at: string
  /** Payouts less stakes, of the file up to this round. */
  readonly runningCents: number
}

/** What was committed to before a round, and what proves that it stands in the public log. */
export type Commitment = {
  readonly entry: string
  /** Missing while the log does not have it. */
  readonly proof: InclusionProof | null
}

/** Rounds that a player takes away: of one pair of seeds that was revealed, or of draws that many share. */
export type RoundsRecord = {
  readonly format: typeof RECORD_FORMAT
  readonly kind: 'pair' | 'shared'
  readonly madeAt: string
  /** Which part this is of how many, from 1. */
  readonly part: number
  readonly parts: number
  readonly pair: {
    readonly serverSeed: string
    readonly serverSeedHash: string
    readonly clientSeed: string
  } | null
  readonly chains: readonly { readonly room: string; readonly commitment: string; readonly salt: string }[]
  readonly head: (TreeHead & { readonly signature: string }) | null
  readonly commitments: readonly Commitment[]
  readonly rounds: readonly RecordedRound[]
  readonly totals: { readonly stakeCents: number; readonly payoutCents: number }
}

export const RECORD_FORMAT = 'palpite-rounds/1'

/** A file of rounds: what it holds, signed by the key of the public log. */
export type SignedRecord = {
  readonly content: RoundsRecord
  readonly publicKey: string
  readonly signature: string
}

/** The bytes that are signed: the name of the format, a line, and the content as JSON without blanks, its keys in their order. */
export const recordBytes = (content: RoundsRecord): Uint8Array =>
  new TextEncoder().encode(`${RECORD_FORMAT}\n${JSON.stringify(content)}`)

/** What decides the rounds of a file. */
export type Deciders = {
  readonly hmac: HmacSha256
  readonly pair: RoundsRecord['pair']
  /** What a chain is salted with. */
  readonly saltOf: (chain: { room: string; commitment: string }) => string | undefined
}
