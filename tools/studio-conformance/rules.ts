import { callWallet } from './caller.ts'
import { freeRoundRules } from './free-round-rules.ts'
import { holds, type Play, refused, type Rule, sameAnswer, STAKE, unmoved } from './play.ts'

/** A round that a stake was taken for. */
async function begun(play: Play, cents = STAKE) {
  const round = { roundId: play.fresh(), transactionId: play.fresh() }
  const answer = await play.debit({ ...round, cents })
  holds(answer.ok, `a right debit was refused: ${answer.code}`)
  return { ...round, answer }
}

/** A wallet's rules in order. Each leaves the player's balance unchanged, or less than R$ 5 lower. */
export const rules: readonly Rule[] = [
  {
    id: 'replay',
    what: 'a debit that is sent again moves nothing and answers as it did',
    holds: async ({ funded }) => {
      const before = await funded.balance()
      const { answer, ...round } = await begun(funded)
      const again = await funded.debit({ ...round, cents: STAKE })
      holds(sameAnswer(answer, again), 'the second answer is not that of the first')
      holds((await funded.balance()) === before - STAKE, 'the stake was not taken exactly once')
      await funded.rollback({ ...round, transactionId: funded.fresh(), refersTo: round.transactionId })
    },
  },
  {
    id: 'mismatch',
    what: 'the same id with another amount is refused',
    holds: async ({ funded }) => {
      const { answer: _answer, ...round } = await begun(funded)
      await unmoved(funded, async () =>
        refused(await funded.debit({ ...round, cents: STAKE + 1 }), 'transaction_mismatch', 409),
      )
      await funded.rollback({ ...round, transactionId: funded.fresh(), refersTo: round.transactionId })
    },
  },
  {
    id: 'reorder',
    what: 'a credit that comes before its debit is refused, and the debit taken after it',
    holds: async ({ funded }) => {
      const roundId = funded.fresh()
      await unmoved(funded, async () =>
        refused(
          await funded.credit({ roundId, transactionId: funded.fresh(), cents: STAKE }),
          'round_unknown',
          404,
        ),
      )
      const debit = await funded.debit({ roundId, transactionId: funded.fresh(), cents: STAKE })
      holds(debit.ok, `the debit was refused: ${debit.code}`)
      await funded.credit({ roundId, transactionId: funded.fresh(), cents: STAKE })
    },
  },
  {
    id: 'rollback-first',
    what: 'a rollback that comes before its debit is remembered, and the debit refused',
    holds: async ({ funded }) => {
      const round = { roundId: funded.fresh(), transactionId: funded.fresh() }
      await unmoved(funded, async () => {
        const rollback = await funded.rollback({
          roundId: round.roundId,
          transactionId: funded.fresh(),
          refersTo: round.transactionId,
        })
        holds(rollback.ok, `the rollback was refused: ${rollback.code}`)
        refused(await funded.debit({ ...round, cents: STAKE }), 'rolled_back', 409)
      })
    },
  },
  {
    id: 'rollback-twice',
    what: 'a stake is given back once, by whichever rollbacks',
    holds: async ({ funded }) => {
      await unmoved(funded, async () => {
        const { answer: _answer, ...round } = await begun(funded)
        for (let times = 0; times < 2; times += 1) {
          const rollback = await funded.rollback({
            ...round,
            transactionId: funded.fresh(),
            refersTo: round.transactionId,
          })
          holds(rollback.ok, `a rollback was refused: ${rollback.code}`)
        }
      })
    },
  },
  {
    id: 'double-credit',
    what: 'a credit that is sent again pays once',
    holds: async ({ funded }) => {
      await unmoved(funded, async () => {
        const { roundId } = await begun(funded)
        const credit = { roundId, transactionId: funded.fresh(), cents: STAKE }
        const first = await funded.credit(credit)
        const second = await funded.credit(credit)
        holds(first.ok && sameAnswer(first, second), 'the second answer is not that of the first')
      })
    },
  },
  {
    id: 'late-credit',
    what: 'a credit lands after its round has ended',
    holds: async ({ funded }) => {
      await unmoved(funded, async () => {
        const { roundId } = await begun(funded)
        holds((await funded.end(roundId)).ok, 'the round was not ended')
        const credit = await funded.credit({ roundId, transactionId: funded.fresh(), cents: STAKE })
        holds(credit.ok, `the credit was refused: ${credit.code}`)
      })
    },
  },
  {
    id: 'ended-round',
    what: 'a round that has ended takes no stake',
    holds: async ({ funded }) => {
      const { roundId } = await begun(funded)
      await funded.credit({ roundId, transactionId: funded.fresh(), cents: STAKE })
      await unmoved(funded, async () =>
        refused(
          await funded.debit({ roundId, transactionId: funded.fresh(), cents: STAKE }),
          'round_ended',
          409,
        ),
      )
    },
  },
  {
    id: 'signature',
    what: 'bytes that were not signed, or by another secret, do nothing',
    holds: async ({ target, funded }) => {
      await unmoved(funded, async () => {
        const round = { roundId: funded.fresh(), transactionId: funded.fresh(), cents: STAKE }
        refused(await funded.debit(round, { secret: `${target.secret.slice(1)}x` }), 'bad_signature', 401)
        refused(
          await funded.debit(round, { raw: JSON.stringify({ ...round, cents: 1 }) }),
          'bad_signature',
          401,
        )
      })
    },
  },
  {
    id: 'timestamp',
    what: 'a call that was signed too long ago, or ahead, does nothing',
    holds: async ({ funded }) => {
      await unmoved(funded, async () => {
        for (const minutes of [-10, 10]) {
          const round = { roundId: funded.fresh(), transactionId: funded.fresh(), cents: STAKE }
          const timestampMs = Date.now() + minutes * 60_000
          refused(await funded.debit(round, { timestampMs }), 'stale_timestamp', 401)
        }
      })
    },
  },
  {
    id: 'exclusion',
    what: 'a player who was excluded since the launch stakes nothing',
    holds: async ({ blocked }) =>
      unmoved(blocked, async () =>
        refused(
          await blocked.debit({ roundId: blocked.fresh(), transactionId: blocked.fresh(), cents: STAKE }),
          'player_blocked',
          403,
        ),
      ),
  },
  {
    id: 'currency',
    what: 'an amount in another currency is refused',
    holds: async ({ funded }) => {
      await unmoved(funded, async () => {
        const round = {
          roundId: funded.fresh(),
          transactionId: funded.fresh(),
          cents: STAKE,
          currency: 'EUR',
        }
        refused(await funded.debit(round), 'currency_mismatch', 400)
      })
    },
  },
  {
    id: 'rounding',
    what: 'amounts are whole cents: fractions, texts, nothing and less are refused',
    holds: async ({ funded }) => {
      await unmoved(funded, async () => {
        for (const cents of [10.5, '100', 0, -1, 1e20, null]) {
          const round = { roundId: funded.fresh(), transactionId: funded.fresh(), cents }
          refused(await funded.debit(round), 'bad_request', 400)
        }
      })
    },
  },
  {
    id: 'parallel',
    what: 'of a balance that is staked twelve times at once no more is taken than there is',
    holds: async ({ funded }) => {
      const before = await funded.balance()
      const cents = Math.floor(before / 3)
      const rounds = Array.from({ length: 12 }, () => ({
        roundId: funded.fresh(),
        transactionId: funded.fresh(),
      }))
      const answers = await Promise.all(rounds.map((round) => funded.debit({ ...round, cents })))
      const taken = answers.filter(({ ok }) => ok).length
      const after = await funded.balance()
      for (const round of rounds) {
        await funded.rollback({
          ...round,
          transactionId: funded.fresh(),
          refersTo: round.transactionId,
        })
      }
      holds(taken === 3, `${taken} of 12 stakes of a third were taken`)
      holds(after === before - taken * cents, `${before} less ${taken} × ${cents} is not ${after}`)
      holds((await funded.balance()) === before, 'the rollbacks did not give all of it back')
    },
  },
  {
    id: 'time-out',
    what: 'a debit whose answer was never heard is taken once, however it is asked again',
    holds: async ({ funded }) => {
      const before = await funded.balance()
      for (const cutAfterMs of [1, 5, 20, 60]) {
        const round = { roundId: funded.fresh(), transactionId: funded.fresh(), cents: STAKE }
        await funded.cut('debit', round, cutAfterMs)
        const again = await funded.debit(round)
        holds(again.ok, `asked again it was refused: ${again.code}`)
        const credit = {
          roundId: round.roundId,
          transactionId: funded.fresh(),
          cents: STAKE,
          endsRound: true,
        }
        await funded.cut('credit', credit, cutAfterMs)
        holds((await funded.credit(credit)).ok, 'the credit was refused when it was asked again')
      }
      const after = await funded.balance()
      holds(after === before, `the balance went from ${before} to ${after}`)
    },
  },
  {
    id: 'session',
    what: 'a session that there is not is unknown',
    holds: async ({ target }) => {
      const answer = await callWallet(target, 'balance', { session: '0'.repeat(32), currency: 'BRL' })
      if (answer) refused(answer, 'session_unknown', 404)
    },
  },
  {
    id: 'token',
    what: 'a launch token is good once',
    holds: async ({ target, usedToken }) => {
      const answer = await callWallet(target, 'session', { token: usedToken })
      if (answer) refused(answer, 'token_used', 409)
    },
  },
  ...freeRoundRules,
]
