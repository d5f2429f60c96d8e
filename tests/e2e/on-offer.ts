import type { World } from './player.ts'

type Listed = { fixtureId: string; matchStatus: number; startsAt: string; markets: { status: string }[] }

type Group = { competition: string; fixtures: Listed[] }

/** What is on offer of a sport on this day of the week to come, today being 0. */
function listed(world: World, sport: string, day = 0): Promise<Group[]> {
  return groupsAt(world, `sport=${sport}&when=week&day=${day}`)
}

/** The winners of the leagues of a sport that can be bet on. */
export const outrightsOf = (world: World, sport: string): Promise<Group[]> =>
  groupsAt(world, `sport=${sport}&when=outrights`)

async function groupsAt(world: World, query: string): Promise<Group[]> {
  const answer = await fetch(`${world.url}/api/app/sportsbook/fixtures?${query}`)
  return ((await answer.json()) as { data: Group[] }).data
}

/** Whether it has not begun and one of its markets is open. */
export const takesBets = ({ matchStatus, markets }: Listed) =>
  matchStatus === 0 && markets.some(({ status }) => status === 'open')

/** Longer than a test goes on, however slow its machine. */
const FAR_AHEAD_MS = 900_000

/** A fixture of this sport that takes bets, and has not begun by the time that somebody slow has placed one. */
export async function comingFixture(world: World, sport: string): Promise<string> {
  const soon = await Promise.all([0, 1, 2].map((day) => listed(world, sport, day))) // late in the evening today has none
  const found = soon
    .flat()
    .flatMap(({ fixtures }) => fixtures)
    .find((one) => takesBets(one) && Date.parse(one.startsAt) > Date.now() + FAR_AHEAD_MS)
  if (!found) throw new Error(`nothing of ${sport} is far enough ahead`)
  return found.fixtureId
}
