import { placeMines, plainHmac } from '@palpite/games'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { present } from '../../platform/errors.ts'
import { type Harness, openHarness, requestOf } from '../testing/harness.ts'
import type { RoundRow } from './queries.ts'
import { verifyRounds } from './verify-rounds.ts'

let harness: Harness
let playerId: number
/** Closed rounds by description. */
const rounds = new Map<string, RoundRow>()

async function play(game: RoundRow['game'], choice: object): Promise<RoundRow> {
  const [answer] = await harness.games.playRounds([requestOf(playerId, { game, choice: { ...choice } })])
  if (!answer?.ok) throw new Error('it was played')
  return answer.value
}

let steps = 0
async function step({ id, game }: RoundRow, tile: number | null): Promise<void> {
  steps += 1
  const requestId = `test-step-${String(steps).padStart(8, '0')}`
  const [answer] = await harness.games.stepRounds([{ playerId, requestId, game, roundId: id, tile }])
  expect(answer?.ok).toBe(true)
}

function boardOf({ serverSeed, clientSeed, nonce }: RoundRow) {
  const mines = placeMines(plainHmac, { serverSeed, clientSeed, nonce }, 3)
  const safe = Array.from({ length: 25 }, (_, tile) => tile).find((tile) => !mines.includes(tile))
  return { safe: present(safe, 'a safe tile'), mine: present(mines[0], 'a mine') }
}

beforeAll(async () => {
  harness = await openHarness()
  playerId = await harness.newPlayer(100_000)
  const owner = ownerOf(harness.deps.db)
  rounds.set('dice', await play('dice', { direction: 'over', targetHundredths: 5050 }))
  rounds.set('limbo', await play('limbo', { targetHundredths: 150 }))
  const taken = await play('mines', { mineCount: 3 })
  await step(taken, boardOf(taken).safe)
  await step(taken, null)
  rounds.set('mines that were taken', taken)
  const lost = await play('mines', { mineCount: 3 })
  await step(lost, boardOf(lost).mine)
  rounds.set('mines that were lost', lost)
  const idle = await play('mines', { mineCount: 3 })
  await step(idle, boardOf(idle).safe)
  rounds.set('mines that the rule took', idle)
  rounds.set('row double that the rule gave back', await play('rowDouble', { difficulty: 'easy' }))
  await owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update games_round set created_at = now() - interval '25 hours' where status = 'open'`
  })
  await harness.games.closeIdle()
  await harness.games.advanceSharedRounds()
  for (const colour of ['red', 'black', 'white']) rounds.set(colour, await play('double', { colour }))
  const cancelled = await play('double', { colour: 'red' })
  await harness.games.cancelBets([{ playerId, roundId: cancelled.id }])
  rounds.set('a bet that was taken back', cancelled)
  await owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      update games_shared_round
         set opens_at = opens_at - interval '4 minutes', closes_at = closes_at - interval '4 minutes',
             draws_at = draws_at - interval '4 minutes', settles_at = settles_at - interval '4 minutes',
             ends_at = ends_at - interval '4 minutes'
       where room = 'double' and status = 'open'`
  })
  await harness.games.advanceSharedRounds()
})
afterAll(() => harness.close())

async function findingsAfter(damage: string): Promise<string[]> {
  const undo = new Error('undone')
  let findings: string[] = []
  const work = ownerOf(harness.deps.db).begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    const gone = await tx<{ id: number }[]>([
      `${damage} returning 1 as id`,
    ] as unknown as TemplateStringsArray)
    expect(gone.length).toBeGreaterThan(0)
    findings = await verifyRounds(tx)
    throw undo
  })
  await expect(work).rejects.toBe(undo)
  return findings
}

test('K9: rounds of every game that ended as played verify on replay', async () => {
  const open = await harness.deps.db`select id from games_round where status = 'open'`
  expect(open).toEqual([])
  expect(await harness.verify()).toEqual([])
})

const endings = [
  'dice',
  'limbo',
  'mines that were taken',
  'mines that were lost',
  'mines that the rule took',
  'row double that the rule gave back',
  'red',
  'black',
  'white',
  'a bet that was taken back',
]

test.each(
  endings.flatMap((what) =>
    ['payout_cents = payout_cents + 1', 'multiplier_e4 = multiplier_e4 + 1', `state = '{"seen": 1}'`].map(
      (change) => [what, change] as const,
    ),
  ),
)('K9: %s is detected when its ending is rewritten: %s', async (what, change) => {
  const { id, game } = present(rounds.get(what), 'a round')
  const findings = await findingsAfter(
    `update games_round set ${change} where player_id = ${playerId} and id = ${id}`,
  )
  expect(findings).toEqual([
    expect.stringMatching(new RegExp(`^round ${playerId}/${id} of ${game}: ended with `)),
  ])
})

test('K9: a lost round rewritten as won is detected, with its true ending', async () => {
  const { id } = present(rounds.get('mines that were lost'), 'a round')
  const won = `update games_round set status = 'won', payout_cents = 30, multiplier_e4 = 30000 where id = ${id}`
  expect((await findingsAfter(won)).join()).toMatch(/ended with .*"won".* and by its seeds with .*"lost"/)
})

test('K9: a rewritten step is detected in the ending of its round', async () => {
  const { id } = present(rounds.get('mines that were lost'), 'a round')
  const { safe } = boardOf(present(rounds.get('mines that were lost'), 'a round'))
  const findings = await findingsAfter(`update games_step set tile = ${safe} where round_id = ${id}`)
  expect(findings.join()).toMatch(`round ${playerId}/${id} of mines: ended with`)
})

test.each([
  [
    'outcome',
    'outcome = (outcome + 1) % 15',
    /shared round \d+ of double: was drawn as \d+, and by its seed as \d+/,
  ],
  ['seed', `seed = repeat('ab', 32)`, /shared round \d+ of double: its seed is not that of its chain/],
])('K9: a draw whose %s is rewritten is detected', async (_what, change, finding) => {
  const shared = present(rounds.get('red')?.draw, 'a draw').sharedRoundId
  expect(
    (await findingsAfter(`update games_shared_round set ${change} where id = ${shared}`)).join(),
  ).toMatch(finding)
})
