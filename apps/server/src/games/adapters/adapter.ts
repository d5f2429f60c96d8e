import type { RefusalCode, actions, choices, GameCode, states, Refusal } from '@palpite/contract'
import type { HmacSha256, Seeds } from '@palpite/games'
import type { Fraction } from '@palpite/money/fraction'
import type * as z from 'zod/mini'

/** What a player chooses with a stake in this game, from the contract. */
export type ChoiceOf<G extends GameCode> = z.output<(typeof choices)[G]>

/** The state of a round of this game, as its player may see it. */
type StateOf<G extends GameCode> = z.output<(typeof states)[G]>

/** A stake and its choice. */
type Bet<Choice> = { readonly stakeCents: number; readonly choice: Choice }

/** The state of a round. Multipliers are ten-thousandths of the stake; a lost round has 0. */
export type RoundOutcome<State> = {
  readonly status: 'open' | 'won' | 'lost'
  readonly payoutCents: number
  readonly multiplierE4: number
  readonly state: State
}

/** What every game defines, whatever its kind. */
type Terms<Choice> = {
  /** The version of its rules for new rounds; see ALGORITHM_VERSIONS of `@palpite/games`. */
  readonly rulesVersion: number
  /** Why a choice is refused, if it is: one that fits the contract's schema but not the rules. */
  readonly refuseChoice: (choice: Choice) => Refusal | undefined
  /** The greatest stake whose win pays no more than this; for a paced game, whose first step pays no more. */
  readonly maxStakeCents: (choice: Choice, maxPayoutCents: number) => number
  /** The exact return to player of this choice, as a share of the stake. */
  readonly returnToPlayer: (choice: Choice) => number
  /** Its minimum and maximum over all choices, if published beside that of one. */
  readonly returnBounds?: { readonly least: number; readonly most: number }
  /** The choice whose return is published with the rules. */
  readonly publishedChoice: Choice
}

/** A game whose round ends at once: dice, limbo. */
type InstantRules<Choice, State> = Terms<Choice> & {
  /** The chance of winning, as the game states it. */
  readonly chance: (choice: Choice) => number
  /** The payout of a winning bet, and its exact chance. */
  readonly win: (bet: Bet<Choice>) => { readonly chance: number; readonly payoutCents: number }
  /** The round of these seeds, by this version of the rules. The same call verifies it. */
  readonly play: (hmac: HmacSha256, seeds: Seeds, bet: Bet<Choice>, version: number) => RoundOutcome<State>
}

/** The state of a paced round, with what the server needs to decide the next step. */
type PacedRoundOutcome<State> = RoundOutcome<State> & {
  /** The payout after one more safe step; null if there is none. */
  readonly nextPayoutCents: number | null
}

/** A game played step by step over a held stake: mines, row double. `Round` is the house's view of it. */
type PacedRules<Choice, State, Round> = Terms<Choice> & {
  /** The round of these seeds before its first step. */
  readonly begin: (hmac: HmacSha256, seeds: Seeds, bet: Bet<Choice>) => Round
  /** The round after picking this tile, or cashing out (null), or why that is refused. */
  readonly step: (
    round: Round,
    tile: number | null,
  ) => { readonly ok: true; readonly round: Round } | { readonly ok: false; readonly refusal: Refusal }
  readonly outcomeOf: (round: Round) => PacedRoundOutcome<State>
  /** The chance of this many safe steps in a row. */
  readonly chance: (choice: Choice, steps: number) => number
  /** The cash-out value after this many safe steps, at least one. */
  readonly payoutAfter: (bet: Bet<Choice>, steps: number) => number
}

/** A game with a draw shared by many players: double, lucky colour. */
type SharedRules<Choice, State> = Terms<Choice> & {
  /** The room whose draws decide. */
  readonly roomOf: (choice: Choice) => RoomName
  /** The chance of winning anything. */
  readonly chance: (choice: Choice) => number
  /** The pick, as the key of a round's sums. */
  readonly pickOf: (choice: Choice) => string
  /** The maximum return of a round, whatever is drawn, with these cents on each pick. */
  readonly maxLiabilityCents: (centsByPick: ReadonlyMap<string, number>) => number
  /** The state before the draw. */
  readonly waiting: State
  /** How many equally likely outcomes there are, from 0. */
  readonly outcomes: number
  /** The outcome: a slot, a digit. The same call verifies it. */
  readonly draw: (hmac: HmacSha256, round: { readonly seed: string; readonly salt: string }) => number
  /** The result of a bet on this draw. */
  readonly resolve: (drawn: number, bet: Bet<Choice>) => RoundOutcome<State>
}

type Json = Readonly<Record<string, unknown>>

type InstantGame = InstantRules<Json, Json> & { readonly kind: 'instant' }
export type PacedGame = PacedRules<Json, Json, unknown> & { readonly kind: 'paced' }
export type SharedGame = SharedRules<Json, Json> & { readonly kind: 'shared' }
export type GameAdapter = InstantGame | PacedGame | SharedGame

/**
 * The adapters of the table do not keep the types of their choices: a choice comes from the game's own schema, or
 * from a row written with it. These three casts are the only place that relies on this.
 */
export const instantGame = <G extends GameCode>(_game: G, rules: InstantRules<ChoiceOf<G>, StateOf<G>>) =>
  ({ ...rules, kind: 'instant' }) as unknown as InstantGame
export const pacedGame = <G extends keyof typeof actions, Round>(
  _game: G,
  rules: PacedRules<ChoiceOf<G>, StateOf<G>, Round>,
) => ({ ...rules, kind: 'paced' }) as unknown as PacedGame
export const sharedGame = <G extends GameCode>(_game: G, rules: SharedRules<ChoiceOf<G>, StateOf<G>>) =>
  ({ ...rules, kind: 'shared' }) as unknown as SharedGame

/** A fraction as a plain number, for display. */
export const asShare = ({ n, d }: Fraction): number => Number(n) / Number(d)

/** What a stake pays at a multiplier of hundredths, rounded down to the cent. */
export const payoutOf = (stakeCents: number, hundredths: number): number =>
  Number((BigInt(stakeCents) * BigInt(hundredths)) / 100n)

type Moved<Round, Reason extends RefusalCode> =
  | { readonly ok: true; readonly round: Round }
  | { readonly ok: false; readonly reason: Reason }

/**
 * Converts a step of a game's rules to one of its adapter: their reasons are refusals of the contract with the same
 * names.
 */
export const stepped = <Round, Reason extends RefusalCode>(moved: Moved<Round, Reason>) =>
  moved.ok ? moved : ({ ok: false, refusal: { code: moved.reason } } as const)

/** A room of a shared game, and the length of each part of its rounds. */
export type Room = {
  readonly game: GameCode
  /** Bets are accepted. */
  readonly openMs: number
  /** Closed, and not drawn yet. */
  readonly closedMs: number
  /** Drawn, and shown: returns are paid at its end, when every client shows the draw. */
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

/** Every room, by its name in rounds and messages. */
export const rooms = {
  double: { game: 'double', openMs: 20_000, closedMs: 1000, shownMs: 5000, restMs: 4000 },
  'luckyColor:30': lucky(30),
  'luckyColor:60': lucky(60),
  'luckyColor:180': lucky(180),
  'luckyColor:300': lucky(300),
} as const satisfies Record<string, Room>

export type RoomName = keyof typeof rooms
