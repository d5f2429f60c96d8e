import { expect, test } from 'vitest'
import { policyOf } from '../../protection/index.ts'
import { openSportsbook } from '../index.ts'
import {
  addMatch,
  offersAt,
  openHarness,
  play,
  requestFor as bet,
  codeOf,
  offerIn,
} from '../testing/harness.ts'

test('an offer accepted in play within its seconds does not expire while the bet waits', async () => {
  const brief = await openHarness({ betDelayMs: 1500, offerSeconds: 1 })
  const { outcomes, key } = await addMatch(brief, undefined, offersAt(2100))
  await brief.receive([play(key, 1, 0, 0), { kind: 'odds', key, offers: offersAt(2000) }])
  await brief.deps.db`update sportsbook_feed set alive_at = now()`
  const playerId = await brief.newPlayer(5000)
  const { offerId, requestId } = offerIn(
    await brief.sportsbook.placeBet(bet(playerId, outcomes['home'], { priceMilli: 2100 })),
  )
  const withOffer = { ...bet(playerId, outcomes['home'], { requestId }), offerId }
  expect(codeOf(await brief.sportsbook.placeBet(withOffer))).toBe('placed')
  await brief.close()
})

test('such a bet repeated after the offer’s seconds is not refused outright, and is placed once', async () => {
  const settings = { betDelayMs: 2500, offerSeconds: 1 }
  const brief = await openHarness(settings)
  const another = openSportsbook(brief.deps, {
    policy: policyOf(brief.deps.config),
    settings: { catalogueAgeMs: 0, ...settings },
  })
  const { outcomes, key } = await addMatch(brief, undefined, offersAt(2100))
  await brief.receive([play(key, 1, 0, 0), { kind: 'odds', key, offers: offersAt(2000) }])
  await brief.deps.db`update sportsbook_feed set alive_at = now()`
  const playerId = await brief.newPlayer(5000)
  const { offerId, requestId } = offerIn(
    await brief.sportsbook.placeBet(bet(playerId, outcomes['home'], { priceMilli: 2100 })),
  )
  const withOffer = { ...bet(playerId, outcomes['home'], { requestId }), offerId }
  const first = brief.sportsbook.placeBet(withOffer)
  await new Promise((done) => setTimeout(done, 1300))
  expect(codeOf(await another.placeBet(withOffer))).toBe('busy') // it waits at another server
  expect(codeOf(await brief.sportsbook.placeBet(withOffer))).toBe('placed')
  expect(codeOf(await first)).toBe('placed')
  expect(codeOf(await brief.sportsbook.placeBet(withOffer))).toBe('placed')
  expect(await brief.cash(playerId)).toBe(4000)
  await brief.close()
})
