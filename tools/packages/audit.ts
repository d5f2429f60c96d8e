import { spawnSync } from 'node:child_process'

/**
 * `npm run audit`: asks the registry for serious known vulnerabilities of delivered packages. If it cannot answer (a
 * mirror, offline) this is skipped with a message; a finding exits with 1.
 */
const { status, stdout } = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=high', '--json'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
const report = readReport(stdout)
if (report?.vulnerabilities === undefined) {
  console.log(`skipped: the registry answers no audit (${report?.message ?? 'nothing was said'})`)
} else {
  for (const { name, severity, range } of Object.values(report.vulnerabilities))
    console.log(`${severity} ${name} ${range}`)
  console.log(
    status === 0 ? 'nothing of weight is known' : 'FAILED: mend or replace what is high or critical',
  )
  process.exitCode = status ?? 1
}

type Report = {
  message?: string
  vulnerabilities?: Record<string, { name: string; severity: string; range: string }>
}

function readReport(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report
  } catch {
    return undefined
  }
}
