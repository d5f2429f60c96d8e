import { resolve } from 'node:path'
import { sportsbookSettings } from '../../apps/server/src/sportsbook/index.ts'
import { FEEDS, openIntake } from '../../apps/server/src/feeds/index.ts'
import { settleAllDecided } from '../../apps/server/src/sportsbook/index.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { withDeps, wordsOf } from '../import/with-deps.ts'
import { withOwnDatabases } from '../test/fleeting-databases.ts'
import { replayExchange } from './replay-exchange.ts'
import { readRecordings } from './recordings.ts'
import { replayInDisorder } from './replay-in-disorder.ts'
import { reviewNames } from './names.ts'
import { linesOf, paragraphsOf } from './texts.ts'

const USAGE = `Usage: npm run feed -- uof FILE|-              messages with an empty line between them
       npm run feed -- odds_api FILE|-         answers to polls, one a line
       npm run feed -- betfair MARKETS [SCORES] recorded streams of an exchange
       npm run feed -- replay FOLDER [SEED]    recordings over databases of their own, in order and in disorder
       npm run feed -- names                   names of feeds that wait for review
       npm run feed -- names confirm ID [NAME] it is this name of ours, or the one proposed
       npm run feed -- names reject ID         it stands for itself`

/**
 * Applies a feed's messages to the database, with the server running or not: from a file, or from a pipe until it
 * ends. Prints how many were applied and refused, with reasons.
 */
async function main([name = '', ...paths]: readonly string[]): Promise<number> {
  if (name === 'names') {
    for (const line of await withDeps(process.env, (deps) => reviewNames(deps, paths))) console.log(line)
    return 0
  }
  const [first, second] = paths.map(pathOf)
  if (name === 'replay' && first !== undefined) return replay(first, Number(paths[1] ?? 1))
  const adapter = FEEDS.find((feed) => feed.name === name)
  if (!adapter || first === undefined) {
    console.error(USAGE)
    return 2
  }
  const reported = await withDeps(process.env, async (deps) => {
    if (name === 'betfair') await replayExchange(deps, [first, second])
    else await take(deps, adapter, first)
    const settled = await settleAllDecided(deps, name)
    return [...(await counted(deps, name)), `${settled.settled} markets settled`]
  })
  for (const line of reported) console.log(line)
  return 0
}

/** Prints each run's result; returns 1 if one ended with other money. */
async function replay(folder: string, seed: number): Promise<number> {
  const { messages, left } = readRecordings(folder)
  for (const path of left) console.log(`no messages in ${path}`)
  console.log(`${messages.length} messages, seed ${seed}`)
  const wrong = await withOwnDatabases(async (open) => {
    let count = 0
    for await (const run of replayInDisorder(messages, open, seed)) {
      console.log(
        `${run.disorder}: ${run.settled} of ${run.bets} bets settled, ${run.returnCents} cents returned`,
      )
      for (const market of run.open) console.log(`  open: ${market}`)
      for (const difference of run.wrong) console.log(`  other money: ${difference}`)
      count += run.wrong.length
    }
    return count
  })
  console.log(wrong === 0 ? 'the same money in every run, or an open market' : `${wrong} with other money`)
  return wrong === 0 ? 0 : 1
}

/** npm runs in the project root; a path is relative to the caller's folder. */
const pathOf = (path: string): string => (path === '-' ? path : resolve(process.env['INIT_CWD'] ?? '.', path))

async function take(deps: Deps, { name, read }: (typeof FEEDS)[number], path: string): Promise<void> {
  if (!read) throw new Error(`${name} has no single messages`)
  const intake = openIntake(deps, { feed: name })
  const texts = name === 'uof' ? paragraphsOf(linesOf(path)) : linesOf(path)
  for await (const text of texts) if (text.trim() !== '') await intake.receive(read(text, sportsbookSettings))
  await intake.drained()
}

/** The feed's counters, as in `/metrics`. */
async function counted(deps: Deps, feed: string): Promise<string[]> {
  const pattern = new RegExp(`^palpite_feed_messages_total\\{feed="${feed}",result="(\\w+)"\\} (\\d+)$`, 'gm')
  const text = await deps.metrics.text()
  return Array.from(text.matchAll(pattern), ([, result, count]) => `${count} ${result}`)
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`The feed could not be taken: ${wordsOf(error)}`)
  return 1
})
