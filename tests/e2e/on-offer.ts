import type { World } from './player.ts'

type Listed = { fixtureId: string; matchStatus: number; startsAt: string; markets: { status: string }[] }

type Group = { competition: string; fixtures: Listed[] }

/** A sport's offer on this day of the week, today being 0. */
function listed(world: World, sport: string, day = 0): Promise<Group[]> {
  return groupsAt(world, `sport=${sport}&when=week&day=${day}`)
}

/** A sport's open league winners. */
export const outrightsOf = (world: World, sport: string): Promise<Group[]> =>
  groupsAt(world, `sport=${sport}&when=outrights`)

async function groupsAt(world: World, query: string): Promise<Group[]> {
  const answer = await fetch(`${world.url}/api/app/sportsbook/fixtures?${query}`)
  return ((await answer.json()) as { data: Group[] }).data
}

/** Whether it has not begun and has an open market. */
export const takesBets = ({ matchStatus, markets }: Listed) =>
  matchStatus === 0 && markets.some(({ status }) => status === 'open')

/** Longer than any test lasts. */
const FAR_AHEAD_MS = 900_000

/** An open fixture of this sport that does not begin before a slow test has bet. */
export async function comingFixture(world: World, sport: string): Promise<string> {
  return (await comingFixtures(world, sport))[0]
}

/** All of them, in the order of their start. */
export async function comingFixtures(world: World, sport: string): Promise<[string, ...string[]]> {
  const soon = await Promise.all([0, 1, 2].map((day) => listed(world, sport, day))) // late in the evening there are none today
  const [first, ...others] = soon
    .flat()
    .flatMap(({ fixtures }) => fixtures)
    .filter((one) => takesBets(one) && Date.parse(one.startsAt) > Date.now() + FAR_AHEAD_MS)
    .map(({ fixtureId }) => fixtureId)
  if (first === undefined) throw new Error(`nothing of ${sport} is far enough ahead`)
  return [first, ...others]
}
