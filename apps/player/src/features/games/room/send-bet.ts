import type { Calls, luckyPicks } from '@palpite/contract'
import type { DoubleColour } from '@palpite/games'
import { api } from '../../../shared/api/api.ts'
import { callKey } from '../../../shared/api/use-call.ts'
import { queryClient } from '../../../shared/query.ts'
import type { OwnBet } from './bets.ts'
import type { RoomName } from './use-game-room.ts'

/** The call that lists a player's bets in a room. */
export const listCall = 'GET /api/app/games/rounds'
type Page = Calls[typeof listCall]['data']
type LuckyPick = (typeof luckyPicks)[number]

export type RoomBet = { pick: string; stakeCents: number }

export const gameOf = (room: RoomName) => (room === 'double' ? 'double' : 'luckyColor')

const pageKey = (room: RoomName) => callKey(listCall, { query: { game: gameOf(room) } })

/** The cached list of bets. */
export const heldBets = (room: RoomName): Page['rounds'] =>
  queryClient.getQueryData<Page>(pageKey(room))?.rounds ?? []

/** Bets on the room's open round. Failures are shown beside the bet. */
export const sendBet = (name: RoomName, { pick, stakeCents }: RoomBet, requestId: string) => {
  const manner = { loading: false, inline: true } as const
  if (name === 'double')
    return api('POST /api/app/games/double/betPlay', {
      // The page offers only its game's picks; the server refuses others.
      body: { requestId, stakeCents, colour: pick as DoubleColour },
      ...manner,
    })
  const seconds = name.slice('luckyColor:'.length) as '30'
  return api('POST /api/app/games/luckyColor/betPlay', {
    body: { requestId, stakeCents, room: seconds, pick: pick as LuckyPick },
    ...manner,
  })
}

/** Writes an answered bet into the list, in place or on top. */
export const writeBet = (name: RoomName, bet: OwnBet): void =>
  void queryClient.setQueryData<Page>(pageKey(name), (page) => {
    if (!page) return page
    const isKnown = page.rounds.some(({ roundId }) => roundId === bet.roundId)
    const rounds = isKnown
      ? page.rounds.map((each) => (each.roundId === bet.roundId ? bet : each))
      : [bet, ...page.rounds]
    return { ...page, rounds }
  })
