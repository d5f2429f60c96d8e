import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { runOrder, type Searched } from './search.ts'

type Part = { first: number; runs: number; every: number }

/** Every n-th seed from the first on, up to the first violation. */
function search({ first, runs, every }: Part): Searched {
  const total: Searched = { steps: 0, commits: 0, acknowledged: 0, found: undefined }
  for (let seed = first; seed < first + runs && !total.found; seed += every) {
    const { found, steps, commits, acknowledged } = runOrder(seed)
    total.steps += steps
    total.commits += commits
    total.acknowledged += acknowledged
    total.found = found
  }
  return total
}

const searchBeside = (part: Part): Promise<Searched> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: part })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

/**
 * `npm run interleavings -- [--runs N] [--seed S]`: this many event orders, one per seed from S on, on all processors.
 * A violation is printed with its seed and last steps and ends the search with 1; `--runs 1` with its seed repeats it.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { runs: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
  })
  const [runs, first] = [Number(values.runs), Number(values.seed)]
  if (!Number.isSafeInteger(runs) || !Number.isSafeInteger(first) || runs < 1)
    throw new Error('--runs and --seed are whole numbers')
  const from = performance.now()
  const every = Math.min(availableParallelism(), runs)
  const parts = await Promise.all(
    Array.from({ length: every }, (_, at) => searchBeside({ first: first + at, runs: runs - at, every })),
  )
  const sum = (of: (part: Searched) => number) => parts.reduce((all, part) => all + of(part), 0)
  const found = parts.flatMap((part) => part.found ?? []).toSorted((one, other) => one.seed - other.seed)[0]
  if (found) {
    console.error([...found.steps, '', `SEED ${found.seed}: ${found.wrong}`].join('\n'))
    process.exitCode = 1
    return
  }
  console.log(
    `${runs} interleavings from seed ${first} in ${((performance.now() - from) / 1000).toFixed(1)} s: ` +
      `${sum(({ steps }) => steps)} steps, ${sum(({ commits }) => commits)} lists, ` +
      `${sum(({ acknowledged }) => acknowledged)} acknowledged answers, nothing broken`,
  )
}

if (isMainThread) await main()
else parentPort?.postMessage(search(workerData as Part))
