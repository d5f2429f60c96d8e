import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { Flushes } from './flushes.ts'
import { ratiosOf, type Row, tableOf } from './table.ts'
import type { Tpcb } from './tpcb.ts'

type Measured = { tpcb: Pick<Tpcb, 'how'>; flushes: Flushes; file: string | undefined }

/** Prints the table and the machine it was measured on; writes the ratios to a file if one is named. */
export function report(rows: readonly Row[], { tpcb, flushes, file }: Measured): void {
  const processors = cpus()
  process.stdout.write(`\n${tableOf(rows)}\n\n`)
  process.stdout.write(
    `TPC-B: ${tpcb.how}, before and after each measurement. ${processors.length} × ${processors[0]?.model.trim()}, ` +
      `Node ${process.versions.node}; load generator and PostgreSQL (durable) on the same machine. ` +
      `A flush of 8 kB on its idle disk: p50 ${flushes.p50Ms.toFixed(2)}, p99 ${flushes.p99Ms.toFixed(2)}, ` +
      `greatest ${flushes.greatestMs.toFixed(0)} ms.\n`,
  )
  if (file) writeFileSync(file, `${JSON.stringify(ratiosOf(rows), null, 2)}\n`)
}
