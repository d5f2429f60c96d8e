import type { RefusalCode, actions, choices, GameCode, states, Refusal } from '@palpite/contract'
import type { HmacSha256, Seeds } from '@palpite/games'
import type { Fraction } from '@palpite/money/fraction'
import type * as z from 'zod/mini'

/** What a player chooses with a stake in this game, as the contract has it. */
export type ChoiceOf<G extends GameCode> = z.output<(typeof choices)[G]>

/** How a round of this game stands, as its player may see it. */
type StateOf<G extends GameCode> = z.output<(typeof states)[G]>

/** A stake and what was chosen with it. */
type Bet<Choice> = { readonly stakeCents: number; readonly choice: Choice }

/** How a round stands. Multipliers are ten-thousandths of the stake; one that is lost stands at 0. */
export type Standing<State> = {
  readonly status: 'open' | 'won' | 'lost'
  readonly payoutCents: number
  readonly multiplierE4: number
  readonly state: State
}

/** What every game says of itself, whatever its kind. */
type Terms<Choice> = {
  /** The version of its rules that new rounds are played by; see ALGORITHM_VERSIONS of `@palpite/games`. */
  readonly rulesVersion: number
  /** Why this cannot be chosen, if it cannot: what the schema of the contract lets pass, and the rules do not. */
  readonly refuseChoice: (choice: Choice) => Refusal | undefined
  /** The greatest stake whose win pays no more than this; of a paced game, whose first step does. */
  readonly maxStakeCents: (choice: Choice, maxPayoutCents: number) => number
  /** The exact return to player over time of this choice, as a share of the stake. */
  readonly returnToPlayer: (choice: Choice) => number
  /** The least and the most of it over all choices, where they are published beside that of one. */
  readonly returnBounds?: { readonly least: number; readonly most: number }
  /** The choice whose return is published with the rules. */
  readonly publishedChoice: Choice
}

/** A game whose round is over when it is asked for: dice, limbo. */
type InstantRules<Choice, State> = Terms<Choice> & {
  /** The chance of winning, as the game states it. */
  readonly chance: (choice: Choice) => number
  /** What a bet pays where it wins, and the exact chance that it does. */
  readonly win: (bet: Bet<Choice>) => { readonly chance: number; readonly payoutCents: number }
  /** The round of these seeds, by this version of the rules. The same call verifies it. */
  readonly play: (hmac: HmacSha256, seeds: Seeds, bet: Bet<Choice>, version: number) => Standing<State>
}

/** Where a paced round stands inside: what only the house knows too. */
type PacedStanding<State> = Standing<State> & {
  /** What the stake would be paid after one more safe step; null when there is none. */
  readonly nextPayoutCents: number | null
}

/** A game that is played step by step over a held stake: mines, row double. `Round` is what the house knows of it. */
type PacedRules<Choice, State, Round> = Terms<Choice> & {
  /** The round of these seeds before its first step. */
  readonly begin: (hmac: HmacSha256, seeds: Seeds, bet: Bet<Choice>) => Round
  /** The round after this tile was picked, or after its money was taken (null), or why that cannot be. */
  readonly step: (
    round: Round,
    tile: number | null,
  ) => { readonly ok: true; readonly round: Round } | { readonly ok: false; readonly refusal: Refusal }
  readonly stand: (round: Round) => PacedStanding<State>
  /** The chance of so many safe steps, one after the other. */
  readonly chance: (choice: Choice, steps: number) => number
  /** What the money is that may be taken after so many safe steps, one at least. */
  readonly payoutAfter: (bet: Bet<Choice>, steps: number) => number
}

/** A game whose draw many share: double, lucky colour. */
type SharedRules<Choice, State> = Terms<Choice> & {
  /** The room whose draws decide. */
  readonly roomOf: (choice: Choice) => RoomName
  /** The chance of winning anything. */
  readonly chance: (choice: Choice) => number
  /** What is bet on, as the sums of a round are kept by. */
  readonly pickOf: (choice: Choice) => string
  /** The most that a round can return, whatever is drawn, with so many cents on each pick. */
  readonly maxLiabilityCents: (centsByPick: ReadonlyMap<string, number>) => number
  /** The state before the draw. */
  readonly waiting: State
  /** How many outcomes there are, from 0 on, each as likely as another. */
  readonly outcomes: number
  /** What is drawn: a slot, a digit. The same call verifies it. */
  readonly draw: (hmac: HmacSha256, round: { readonly seed: string; readonly salt: string }) => number
  /** What a bet comes to by what was drawn. */
  readonly resolve: (drawn: number, bet: Bet<Choice>) => Standing<State>
}

type Json = Readonly<Record<string, unknown>>

type InstantGame = InstantRules<Json, Json> & { readonly kind: 'instant' }
export type PacedGame = PacedRules<Json, Json, unknown> & { readonly kind: 'paced' }
export type SharedGame = SharedRules<Json, Json> & { readonly kind: 'shared' }
export type GameAdapter = InstantGame | PacedGame | SharedGame

/**
 * The adapters of the table forget what their choices look like: a choice comes from the game's own schema, or from a row
 * that was written with it. These three casts are the only place where that is taken on trust.
 */
export const instantGame = <G extends GameCode>(_game: G, rules: InstantRules<ChoiceOf<G>, StateOf<G>>) =>
  ({ ...rules, kind: 'instant' }) as unknown as InstantGame
export const pacedGame = <G extends keyof typeof actions, Round>(
  _game: G,
  rules: PacedRules<ChoiceOf<G>, StateOf<G>, Round>,
) => ({ ...rules, kind: 'paced' }) as unknown as PacedGame
export const sharedGame = <G extends GameCode>(_game: G, rules: SharedRules<ChoiceOf<G>, StateOf<G>>) =>
  ({ ...rules, kind: 'shared' }) as unknown as SharedGame

/** A fraction as a plain share, to be shown. */
export const asShare = ({ n, d }: Fraction): number => Number(n) / Number(d)

/** What a stake pays at a multiplier of hundredths, rounded down to the cent. */
export const payoutOf = (stakeCents: number, hundredths: number): number =>
  Number((BigInt(stakeCents) * BigInt(hundredths)) / 100n)

type Moved<Round, Reason extends RefusalCode> =
  | { readonly ok: true; readonly round: Round }
  | { readonly ok: false; readonly reason: Reason }

/** A step of the rules of a game as a step of its adapter: their reasons are refusals of the contract, by the same names. */
export const stepped = <Round, Reason extends RefusalCode>(moved: Moved<Round, Reason>) =>
  moved.ok ? moved : ({ ok: false, refusal: { code: moved.reason } } as const)

/** A room of a shared game: whose draws they are, and how long each part of a round lasts. */
export type Room = {
  readonly game: GameCode
  /** Bets are taken. */
  readonly openMs: number
  /** Closed, and not drawn yet. */
  readonly closedMs: number
  /** Drawn, and shown: returns are paid at its end, when every client shows what was drawn. */
  readonly shownMs: number
  /** Until the next round opens. */
  readonly restMs: number
}

const lucky = (seconds: number): Room => ({
  game: 'luckyColor',
  openMs: (seconds - 8) * 1000,
  closedMs: 2000,
  shownMs: 3000,
  restMs: 3000,
})

/** Every room, by the name that rounds and messages carry. */
export const rooms = {
  double: { game: 'double', openMs: 20_000, closedMs: 1000, shownMs: 5000, restMs: 4000 },
  'luckyColor:30': lucky(30),
  'luckyColor:60': lucky(60),
  'luckyColor:180': lucky(180),
  'luckyColor:300': lucky(300),
} as const satisfies Record<string, Room>

export type RoomName = keyof typeof rooms
