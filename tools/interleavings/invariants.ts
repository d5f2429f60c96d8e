import { toStakes } from '../../apps/server/src/sportsbook/settlement/move-exposures.ts'
import { houseIdOf } from '../../apps/server/src/ledger/house-accounts.ts'
import { Broken, houseCents, type World } from './ledger.ts'
import { OUTCOMES } from './quotes.ts'

const sum = (all: Iterable<number>): number => [...all].reduce((total, one) => total + one, 0)

/** The invariants after every commit. Throws on a violation. */
export function checkRows({ store }: World): void {
  const { account, bet, withdrawal, liability } = store.tables
  let total = 0
  for (const { playerId, kind, balanceCents } of account.values()) {
    total += balanceCents
    const isWrong = kind === 'debt' ? balanceCents > 0 : kind !== 'house' && balanceCents < 0
    if (isWrong) throw new Broken(`the ${kind} account of player ${playerId} stands at ${balanceCents}`)
  }
  if (total !== 0) throw new Broken(`money was not conserved: all accounts come to ${total}`)
  const open = [...bet.values()].filter(({ status }) => status === 'open')
  const staked = sum(open.map(({ stakeCents }) => stakeCents))
  const held = houseCents(store, houseIdOf('bets_open'))
  if (held !== staked) throw new Broken(`open bets come to ${staked}, their account to ${held}`)
  const owed = sum([...withdrawal.values()].map((one) => (one.status === 'requested' ? one.amountCents : 0)))
  const onHold = sum(
    [...account.values()].map(({ kind, balanceCents }) => (kind === 'hold' ? balanceCents : 0)),
  )
  if (owed !== onHold) throw new Broken(`withdrawals under way come to ${owed}, holds to ${onHold}`)
  const exposed = new Map<number, number>()
  for (const { legs } of open)
    for (const { outcomeId, returnCents } of toStakes(legs))
      exposed.set(outcomeId, (exposed.get(outcomeId) ?? 0) + returnCents)
  for (const id of OUTCOMES) {
    const kept = liability.get(String(id))?.returnCents ?? 0
    if (kept !== (exposed.get(id) ?? 0))
      throw new Broken(
        `outcome ${id} keeps a liability of ${kept}, its open bets come to ${exposed.get(id) ?? 0}`,
      )
  }
}
