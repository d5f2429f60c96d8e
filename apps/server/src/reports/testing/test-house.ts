import { expect } from 'vitest'
import { freshCpf, newPlayer } from '../../cashier/testing/players.ts'
import { openHarness, openStudio, playerInGame } from '../../games/testing/harness.ts'
import { closeDays, makeTransfers } from '../../ledger/index.ts'
import { systemRandom } from '../../platform/crypto.ts'
import type { Db } from '../../platform/db/index.ts'
import { present } from '../../platform/errors.ts'
import { policyOf } from '../../protection/index.ts'
import { openSportsbook } from '../../sportsbook/index.ts'
import { addMatch, feedReceiver, play, requestFor } from '../../sportsbook/testing/harness.ts'
import { makePart, readReportPart, type Reports } from '../make-reports.ts'
import { selectDays } from '../queries.ts'
import type { FileKind } from '../rules.ts'

const licence = {
  company: 'Palpite Apostas S.A.',
  cnpj: '11222333000181',
  authorisation: 'Portaria SPA/MF nº 1, de 2 de janeiro de 2026',
  phone: '0800 000 0000',
  email: 'sac@palpite.example',
}

/** A separate house whose players deposit, bet and play; then today is closed. */
export async function openTestHouse() {
  const harness = await openHarness()
  // Fixed random numbers; players need their own addresses.
  const deps = { ...harness.deps, random: systemRandom }
  const sportsbook = openSportsbook(deps, { policy: policyOf(deps.config), settings: { catalogueAgeMs: 0 } })
  const receive = feedReceiver(deps)
  await openStudio(harness)
  const { day, endsAt } = await readToday(deps.db)
  let keys = 0
  return {
    harness,
    deps,
    sportsbook,
    day,
    reports: { deps, licence, maxRecords: 4 } satisfies Reports,
    payIn: (playerId: number, cents: number) =>
      makeTransfers(deps, [
        { key: `topup:${(keys += 1)}`, from: 'pix_in', to: { playerId, kind: 'cash' }, cents },
      ]),
    receive,
    match: () => addMatch({ receive, deps }),
    end: async (key: string, home: number, away: number) => {
      await receive([play(key, -1, home, away)])
      await sportsbook.settle()
    },
    /** Closes today alone, at any time of day. */
    closeDay: () => closeDays(deps, endsAt),
  }
}

/** The day of the house now (America/Sao_Paulo), and its end. */
export async function readToday(db: Db): Promise<{ day: string; endsAt: Date }> {
  const rows = await db<{ day: string; endsAt: Date }[]>`
    select today::text as day, (today + 1)::timestamp at time zone 'America/Sao_Paulo' as "endsAt"
      from (select (now() at time zone 'America/Sao_Paulo')::date as today) as clock`
  return present(rows[0], 'the day of the house')
}

export type TestHouse = Awaited<ReturnType<typeof openTestHouse>>

export const makeAll = async (reports: Reports): Promise<void> => {
  while (await makePart(reports));
}

/** The XML of all parts of a file. */
export async function partsOf({ deps, day }: TestHouse, kind: FileKind, version = 1): Promise<string[]> {
  const parts: string[] = []
  for (let number = 1; ; number += 1) {
    const part = await readReportPart(deps.db, { day, version, kind, number })
    if (!part) return parts
    parts.push(part.xml.toString())
  }
}

export const standing = async ({ deps }: TestHouse) => {
  const [last] = await selectDays(deps.db, { before: null, max: 1 })
  return last
}

export const valuesOf = (xml: string, element: string, attribute: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element} [^>]*\\b${attribute}="([^"]*)"`, 'g'))].map(
    ([, value = '']) => value,
  )

/** Two players and a test account deposit, bet, win, lose, cash out and play; a studio debits and credits. */
export async function playDay(house: TestHouse) {
  const { deps, sportsbook, harness } = house
  const one = await newPlayer(deps)
  const two = await newPlayer(deps)
  const tester = await newPlayer(deps, { isTest: true, cpf: freshCpf() })
  const { playerId: studioPlayer, debit, credit } = await playerInGame(harness, 5_000, true)
  for (const { playerId } of [one, two, tester]) await house.payIn(playerId, 10_000)
  const match = await house.match()
  for (const { playerId } of [one, two, tester])
    expect(await sportsbook.placeBet(requestFor(playerId, match.outcomes['home']))).toMatchObject({
      ok: true,
    })
  expect(
    await sportsbook.placeBet(requestFor(two.playerId, match.outcomes['away'], { priceMilli: 4000 })),
  ).toMatchObject({ ok: true })
  await house.end(match.key, 2, 0)
  const roundOf = (playerId: number, requestId: string) => ({
    playerId,
    requestId,
    game: 'dice' as const,
    stakeCents: 500,
    choice: { direction: 'over', targetHundredths: 5050 } as const,
  })
  for (const playerId of [one.playerId, two.playerId, tester.playerId])
    await harness.games.playRounds([roundOf(playerId, `round-of-the-day-${playerId}`)])
  await harness.games.applyTransactions([debit(700)])
  await harness.games.applyTransactions([credit(300)])
  return { one, two, tester, studioPlayer }
}
