import type { HmacSha256 } from './fairness.ts'
import type { InclusionProof, TreeHead } from './merkle-proofs.ts'
import type { RowDifficulty } from './row-double.ts'
import type { DoubleColour } from './double.ts'

/** A stake's choice and the round's result, by game, in wire format. */
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
  /** For rounds decided by seeds. */
  readonly nonce: number | null
  /** For rounds decided by a draw; the seed is missing if nothing was drawn. */
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
  /** Payouts minus stakes in the file up to this round. */
  readonly runningCents: number
}

/** A round's commitment, and its proof in the public log. */
export type Commitment = {
  readonly entry: string
  /** Missing until the log has it. */
  readonly proof: InclusionProof | null
}

/** A player's downloaded rounds: of one revealed seed pair, or of shared draws. */
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

/** Rounds of a file, every part but the last: some megabytes, and about a second to recompute on a phone. */
export const ROUNDS_PER_PART = 5000

/** A file of rounds: its content, signed by the public log's key. */
export type SignedRecord = {
  readonly content: RoundsRecord
  readonly publicKey: string
  readonly signature: string
}

/** The signed bytes: the format's name, a newline, and the content as compact JSON in key order. */
export const recordBytes = (content: RoundsRecord): Uint8Array =>
  new TextEncoder().encode(`${RECORD_FORMAT}\n${JSON.stringify(content)}`)

/** What decides the file's rounds. */
export type Deciders = {
  readonly hmac: HmacSha256
  readonly pair: RoundsRecord['pair']
  /** A chain's salt. */
  readonly saltOf: (chain: { room: string; commitment: string }) => string | undefined
}
