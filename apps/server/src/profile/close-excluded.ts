import { createHash } from 'node:crypto'
import { type Player, readPlayers } from '../identity/index.ts'
import { balanceOf, balancesOf } from '../ledger/index.ts'
import { readReaderLang } from '../messages/index.ts'
import { readExcludedForGood } from '../protection/index.ts'
import { closeLocked, lockForClosing } from './close-account.ts'
import type { Profile } from './profile.ts'

/** Players looked at in one statement. */
const PAGE = 500

/** An excluded player has two days to withdraw by themselves, as IN SPA/MF 31/2025 gives to impeded persons; then we do it. */
export const ownWithdrawalSeconds = 2 * 24 * 60 * 60

type Closing = Pick<Profile, 'deps' | 'policy' | 'readCashierSettings' | 'requestWithdrawal'>

/**
 * Closes the accounts of players who excluded themselves for good. Open bets stand until they are settled, open rounds until they end;
 * then all own money is paid out to the own CPF, and once it was paid the account closes, and the bonus with it. What a debt or an
 * unknown identity keeps from it waits for operators. Any number of servers may do it at once.
 */
export async function closeExcluded(closing: Closing, seconds = ownWithdrawalSeconds): Promise<void> {
  const { db, log } = closing.deps
  for (let afterId = 0; ;) {
    const rows = await readExcludedForGood(db, { afterId, seconds, max: PAGE })
    const players = await readPlayers(
      db,
      rows.map(({ playerId }) => playerId),
    )
    for (const player of players.values()) {
      if (player.closedAt !== null || player.isTest) continue
      await closeOne(closing, player).catch((error: unknown) =>
        log.error(
          { err: error, playerId: player.playerId },
          'the account of an excluded player was not closed; it is tried again',
        ),
      )
    }
    afterId = rows.at(-1)?.playerId ?? 0
    if (rows.length < PAGE) return
  }
}

async function closeOne(closing: Closing, player: Player): Promise<void> {
  const { playerId } = player
  const left = await closing.deps.db.begin(async (tx) => {
    const { ledger, obstacles } = await lockForClosing(tx, playerId)
    if (obstacles.length === 0) {
      const lang = await readReaderLang(tx, playerId)
      await closeLocked(tx, closing, {
        ledger,
        account: { playerId, why: 'exclusion', deletesNow: false, lang },
      })
      return undefined
    }
    const isMoneyAlone = obstacles.length === 1 && obstacles[0] === 'closing_money_left'
    return isMoneyAlone
      ? { cents: balanceOf(ledger, playerId, 'cash'), version: balancesOf(ledger, playerId).version }
      : undefined
  })
  if (left) await payOut(closing, player, left)
}

/** Asks for the withdrawal of all there is. By the balance's version it is one wish, on however many servers. */
async function payOut(
  { deps, readCashierSettings, requestWithdrawal }: Closing,
  { playerId, name, cpf }: Player,
  { cents, version }: { cents: number; version: number },
): Promise<void> {
  if (name === null || cpf === null) {
    deps.log.warn({ playerId }, 'an excluded player has money and never said who they are')
    return
  }
  const { withdrawMaxCents } = await readCashierSettings()
  const asked = await requestWithdrawal({
    playerId,
    sessionId: 0,
    isByHouse: true,
    requestId: `excluded-${wishOf(playerId, version)}`,
    method: 'CPF',
    payCardNo: cpf,
    holderName: name,
    whatsapp: '',
    amountCents: Math.min(cents, withdrawMaxCents),
  })
  if (!asked.ok)
    deps.log.warn({ playerId, code: asked.refusal.code }, 'the money of an excluded player was not paid out')
}

const wishOf = (playerId: number, version: number): string =>
  createHash('sha256').update(`${playerId}:${version}`).digest('base64url').slice(0, 32)
