import { randomUUID } from 'node:crypto'
import { type Answered, callWallet, type Target, type Twist } from './caller.ts'

/** A failed rule, in its words. */
export class RuleBroken extends Error {}

export function holds(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new RuleBroken(otherwise)
}

export type Play = ReturnType<typeof playIn>

/** What a rule can do in a session: its own rounds and transactions, and the balance. */
export function playIn(target: Target, session: string) {
  const fresh = () => `kit-${randomUUID()}`
  const names = () => ({ session, currency: 'BRL' })
  const call = (
    kind: 'debit' | 'credit' | 'rollback' | 'freeRound',
    body: Record<string, unknown>,
    twist?: Twist,
  ): Promise<Answered | undefined> => callWallet(target, kind, { ...names(), ...body }, twist)
  const reported = async (answering: Promise<Answered | undefined>): Promise<Answered> => {
    const answer = await answering
    if (!answer) throw new Error('a call that is not cut is answered')
    return answer
  }
  return {
    fresh,
    cut: (kind: 'debit' | 'credit', body: Record<string, unknown>, cutAfterMs: number) =>
      call(kind, body, { cutAfterMs }),
    debit: (body: Record<string, unknown>, twist?: Twist) => reported(call('debit', body, twist)),
    credit: (body: Record<string, unknown>) => reported(call('credit', { endsRound: true, ...body })),
    rollback: (body: Record<string, unknown>) => reported(call('rollback', body)),
    freeRound: (body: Record<string, unknown>) => reported(call('freeRound', body)),
    /** This player's first grant of free rounds. */
    gift: async () => {
      const answer = await reported(callWallet(target, 'freeRounds', { session }))
      const grants = answer.data['grants']
      holds(answer.ok && Array.isArray(grants), 'the free rounds are answered as a list')
      return grants[0] as { grant: string; left: number } | undefined
    },
    end: (roundId: string) => reported(callWallet(target, 'end', { session, roundId })),
    balance: async (): Promise<number> => {
      const answer = await reported(callWallet(target, 'balance', names()))
      holds(
        answer.ok && Number.isSafeInteger(answer.data['balanceCents']),
        'the balance is answered in whole cents',
      )
      return Number(answer.data['balanceCents'])
    },
  }
}

/** A refusal with this code and status that moved nothing. */
export function refused(answer: Answered, code: string, http: number): void {
  holds(
    !answer.ok && answer.code === code && answer.http === http,
    `answered ${answer.http} ${answer.ok ? 'ok' : answer.code}, not ${http} ${code}`,
  )
}

/** A rule's players: one with money in a game, and one excluded since the launch. */
export type Kit = { target: Target; funded: Play; blocked: Play; usedToken: string }

export type Rule = { id: string; what: string; holds: (kit: Kit) => Promise<void> }

/** A rule's stake, in cents. */
export const STAKE = 100

/** Runs this and checks that the balance is unchanged. */
export async function unmoved(play: Play, work: () => Promise<void>): Promise<void> {
  const before = await play.balance()
  await work()
  const after = await play.balance()
  holds(after === before, `the balance went from ${before} to ${after}`)
}

/** Whether the second answer equals the first, marked as a replay. */
export const sameAnswer = (one: Answered, other: Answered) =>
  other.ok && other.data['balanceCents'] === one.data['balanceCents'] && other.data['isReplay'] === true
