import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openMetrics } from '../../apps/server/src/platform/metrics.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

const find = (program: string) =>
  ['/usr/bin', '/usr/sbin', '/usr/local/bin'].map((at) => join(at, program)).find((at) => existsSync(at))
const promtool = find('promtool')
const haproxy = find('haproxy')
const analyze = find('systemd-analyze')

const alerts = read('deploy/alerts.yaml')
const dashboard = read('deploy/dashboard.json')

/** The server's own metric names, and Node's. */
async function countedNames(): Promise<Set<string>> {
  const code = globSync('apps/server/src/**/*.ts', { cwd: root }).map(read).join('\n')
  const made = code.matchAll(/(?:counter|gauge|histogram)\(\s*'(\w+)'|readGauge\(\{\s*name: '(\w+)'/g)
  const own = [...made].map(([, name, gauge]) => `palpite_${name ?? gauge}`)
  const verified = [...code.matchAll(/name: '(\w+)',\s*\n\s*help: /g)].map(
    ([, name]) => `palpite_${name}_findings`,
  )
  const ofNode = (await openMetrics({ ofProcess: true }).text()).matchAll(/^# TYPE (\w+)/gm)
  return new Set([...own, ...verified, ...[...ofNode].map(([, name]) => name ?? '')])
}

const namedIn = (text: string) =>
  new Set([...text.matchAll(/palpite_[a-z0-9_]+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, '')))

/** The anchor of a runbook heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-')

describe('monitoring', () => {
  test('every metric in the alarms and the dashboard is exported by the server', async () => {
    const counted = await countedNames()
    const named = [...namedIn(alerts), ...namedIn(dashboard)]
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter((name) => !counted.has(name))).toEqual([])
  })

  test('every alarm links to an existing section of the runbook', () => {
    const headings = [...read('docs/runbook/README.md').matchAll(/^## (.+)$/gm)].map(([, name]) =>
      anchorOf(name ?? ''),
    )
    const alarms = alerts.split('- alert: ').slice(1)
    const named = alarms.map((alarm) => /docs\/runbook\/README\.md#(\S+)/.exec(alarm)?.[1] ?? 'none')
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((anchor) => !headings.includes(anchor))).toEqual([])
  })

  test('the route whose slowness raises an alarm is a call of the contract', () => {
    const routes = new Set(
      [...`${alerts}${dashboard}`.matchAll(/route=\\?"([^"\\]+)/g)].map(([, route]) => route),
    )
    expect([...routes]).toEqual(['/api/app/sportsbook/betPlay'])
    expect(read('packages/contract/src/bets.ts')).toContain("'POST /api/app/sportsbook/betPlay'")
  })

  test.skipIf(!promtool)('the alarms fire when they should, by promtool', () => {
    const run = (...args: string[]) => execFileSync(promtool ?? '', args, { encoding: 'utf8', stdio: 'pipe' })
    expect(run('check', 'rules', join(root, 'deploy/alerts.yaml'))).toContain('SUCCESS')
    expect(run('test', 'rules', join(root, 'deploy/alerts.test.yaml'))).toContain('SUCCESS')
  })
})

describe('deployment', () => {
  test.skipIf(!haproxy)('the proxy accepts its configuration', () => {
    const env = {
      PALPITE_BIND: '127.0.0.1:8080',
      PALPITE_STATS: '127.0.0.1:8404',
      PALPITE_COUNTRIES: '/dev/null',
      PALPITE_A: '127.0.0.1:3000',
      PALPITE_B: '127.0.0.1:3010',
    }
    const check = () =>
      execFileSync(haproxy ?? '', ['-c', '-f', join(root, 'deploy/haproxy.cfg')], { env, stdio: 'pipe' })
    expect(check).not.toThrow()
  })

  test.skipIf(!analyze)('systemd accepts the unit of a server', () => {
    const folder = mkdtempSync(join(tmpdir(), 'palpite-unit-'))
    try {
      const unit = join(folder, 'palpite@.service')
      const here = read('deploy/palpite@.service').replace(
        '/opt/palpite/node_modules/.bin/node',
        process.execPath,
      )
      writeFileSync(unit, here)
      const verify = () =>
        execFileSync(analyze ?? '', ['verify', '--man=no', '--recursive-errors=no', unit], { stdio: 'pipe' })
      expect(verify).not.toThrow()
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('the server is started with the same flags as by `npm start`', () => {
    const flags = /serverFlags: readonly string\[\] = \['(.+)'\]/.exec(
      read('tools/start/environments.ts'),
    )?.[1]
    expect(read('deploy/palpite@.service')).toContain(`node ${flags} apps/server/src/main.ts`)
  })
})
