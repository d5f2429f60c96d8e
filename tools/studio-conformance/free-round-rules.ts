import { holds, type Play, refused, type Rule, sameAnswer, STAKE, unmoved } from './play.ts'

/** The rules of free rounds. They use up the player's grant. */
export const freeRoundRules: readonly Rule[] = [
  {
    id: 'free-once',
    what: 'a free round that is reported twice is taken off its grant once, and pays once',
    holds: async ({ funded }) => {
      const [gift, before] = [await giftOf(funded), await funded.balance()]
      const round = {
        roundId: funded.fresh(),
        transactionId: funded.fresh(),
        grant: gift.grant,
        cents: STAKE,
      }
      const first = await funded.freeRound(round)
      const second = await funded.freeRound(round)
      holds(first.ok && sameAnswer(first, second), 'the second answer is not that of the first')
      holds((await funded.balance()) === before + STAKE, 'what it won was not paid exactly once')
      const left = (await funded.gift())?.left ?? 0
      holds(left === gift.left - 1, `of ${gift.left} rounds ${left} are left`)
    },
  },
  {
    id: 'free-bound',
    what: 'of a grant no more is played than was given, by its player, and of one that there is not nothing',
    holds: async ({ funded, blocked }) => {
      const { grant, left } = await giftOf(funded)
      const once = (play: Play, own: Record<string, unknown> = {}) =>
        play.freeRound({ roundId: play.fresh(), transactionId: play.fresh(), grant, cents: 0, ...own })
      await unmoved(funded, async () => {
        refused(await once(funded, { grant: '0'.repeat(32) }), 'no_free_rounds', 409)
        refused(await once(blocked), 'no_free_rounds', 409)
        const answers = await Promise.all(Array.from({ length: left + 3 }, () => once(funded)))
        const played = answers.filter(({ ok }) => ok).length
        holds(played === left, `${played} of ${left} free rounds were played`)
        refused(await once(funded), 'no_free_rounds', 409)
      })
    },
  },
]

async function giftOf(play: Play) {
  const gift = await play.gift()
  holds(gift !== undefined && gift.left >= 1, 'the player has no free round to try')
  return gift
}
