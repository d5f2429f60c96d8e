import { expect, test } from 'vitest'
import { RULES } from './tidy.ts'

type Files = Record<string, string>

/** A small tidy tree; each case adds or changes files. */
const TREE: Files = {
  'apps/server/package.json': '{"dependencies":{"@palpite/money":"0.1.0"}}',
  'apps/player/package.json': '{"dependencies":{"@palpite/odds":"0.1.0","@palpite/ui":"0.1.0"}}',
  'packages/odds/src/football/index.ts': '',
  'packages/ui/package.json': '{"exports":{".":"./src/index.ts","./theme.css":"./src/theme.css"}}',
  'packages/money/package.json': '{"exports":{".":"./src/index.ts","./taxid":"./src/tax-id.ts"}}',
  'packages/odds/package.json': '{"dependencies":{"@palpite/money":"0.1.0"}}',
  'package-lock.json': '{"node_modules/pg": {"version": "8.23.1"}}',
  'apps/server/src/ledger/index.ts': `export { post } from './post.ts'`,
  'apps/server/src/ledger/post.ts': '',
  'apps/server/src/ledger/queries.ts': 'export const read = (tx) => tx`select id from ledger_account`',
  'apps/server/src/ledger/migrations/0001-accounts.sql':
    'create table ledger_account (id bigint primary key);',
  'apps/server/src/identity/migrations/0001-players.sql':
    'create table identity_player (id bigint primary key);',
  'apps/server/src/sportsbook/index.ts': '',
  'apps/server/src/protection/index.ts': '',
  'apps/server/src/sportsbook/betting/index.ts': '',
  'apps/server/src/sportsbook/betting/place-bets.ts': '',
  'apps/player/src/locales/pt-BR/wallet.json': '{"topup.done":"Pronto: {amount}"}',
  'apps/player/src/locales/en/wallet.json': '{"topup.done":"Done: {amount}"}',
  'packages/contract/src/locales/pt-BR.json': '{"not_found":"Não achamos."}',
  'packages/contract/src/locales/en.json': '{"not_found":"Not found."}',
  'packages/ui/src/theme.css': ':root { --bg: #0a0a0a; --gap: 8px }',
  'docs/maths/margin.md': '# Power method\n',
}

const untidy = (files: Files): string[] => {
  const input = {
    tree: new Map(Object.entries({ ...TREE, ...files })),
    root: '/nowhere',
    refusalCodes: ['not_found'],
  }
  return Object.values(RULES).flatMap((rule) => rule(input))
}

test('a tidy tree is tidy', () => {
  expect(untidy({})).toEqual([])
})

test.each<[string, string, string]>([
  ['an import upward', 'apps/server/src/ledger/a.ts', `import '../sportsbook/index.ts'`],
  ['an import sideways', 'apps/server/src/cashier/a.ts', `import '../sportsbook/index.ts'`],
  [
    'a lazy import sideways',
    'apps/player/src/features/wallet/a.ts',
    `const open = () => import('../games/index.ts')`,
  ],
  ['a way past the API', 'apps/server/src/sportsbook/a.ts', `import '../ledger/post.ts'`],
  [
    'a way past the API of a sub-module',
    'apps/server/src/sportsbook/a.ts',
    `import './betting/place-bets.ts'`,
  ],
  [
    'a sub-module entered from outside its module',
    'apps/server/src/rewards/a.ts',
    `import '../sportsbook/betting/index.ts'`,
  ],
  ['a feature that knows another', 'apps/player/src/features/games/a.ts', `import '../wallet/index.ts'`],
  ['a feature entered past its API', 'apps/player/src/app/a.ts', `import '../features/games/Dice.tsx'`],
  [
    'an import into another wing',
    'apps/player/src/features/games/a.ts',
    `import '../../../../server/src/games/index.ts'`,
  ],
  [
    'an import out of a package',
    'packages/odds/src/a.ts',
    `import '../../../apps/server/src/ledger/index.ts'`,
  ],
  ['a package entered past its API', 'apps/server/src/ledger/a.ts', `import '@palpite/money/cents.ts'`],
  [
    'product code that knows a tool',
    'apps/server/src/ledger/a.ts',
    `import '../../../../tools/test/database.ts'`,
  ],
  ['test support in product code', 'apps/sandbox/src/bank/a.ts', `import '../testing/start-harness.ts'`],
  [
    'test support of a module in its product code',
    'apps/server/src/ledger/a.ts',
    `import './testing/batch.ts'`,
  ],
  ['an import out of the repository', 'tools/import/a.ts', `import '../../../shared/data.ts'`],
  ['a path of one machine', 'tools/import/a.ts', `const file = '/work/shared/data/serie-a.csv'`],
  ['a citation of another place', 'apps/server/src/ledger/a.ts', '/** A day (READINGS, Wire). */'],
  ['a citation of another place in a page', 'docs/maths/a.md', '*Source.* ref/sports §3.2'],
  ['a file in no module', 'apps/server/src/attic/a.ts', ''],
  ['a vague name', 'apps/server/src/ledger/utils.ts', ''],
  ['a version in a name', 'apps/player/src/features/sportsbook/TicketV2.tsx', ''],
  ['a file that is too long', 'tools/bench/a.ts', 'x\n'.repeat(401)],
  [
    'select *',
    'apps/server/src/ledger/queries.ts',
    'export const read = (tx) => tx`select * from ledger_account`',
  ],
  ['something left for later', 'packages/odds/src/a.ts', '// FIXME the margin'],
  ['chance that cannot be replayed', 'packages/games/src/a.ts', 'const roll = Math.random()'],
  ['a silenced check', 'apps/server/src/ledger/a.ts', '// oxlint-disable-next-line no-console'],
  ['SQL in a command', 'apps/server/src/ledger/a.ts', 'await tx`select id from elsewhere`'],
  [
    'SQL in a call of the driver',
    'apps/server/src/ledger/a.ts',
    `await client.query('update elsewhere set a = 1')`,
  ],
  [
    'typed SQL in a command',
    'apps/server/src/ledger/a.ts',
    'await tx<Row[]>`\n  insert into elsewhere values (1)`',
  ],
  ["another module's table", 'apps/server/src/cashier/queries.ts', 'tx`select id from ledger_account`'],
  ['a table outside queries.ts', 'apps/server/src/ledger/a.ts', `const table = 'ledger_account'`],
  [
    'a table without the name of its module',
    'apps/server/src/cashier/migrations/1.sql',
    'create table topup (id int);',
  ],
  [
    'a table that points upward',
    'apps/server/src/identity/migrations/2.sql',
    'alter table identity_player add a bigint references ledger_account;',
  ],
  [
    "a migration that changes another module's table",
    'apps/server/src/cashier/migrations/1.sql',
    'alter table ledger_account add a int;',
  ],
  [
    'a sub-module that knows a higher one',
    'apps/server/src/sportsbook/betting/a.ts',
    `import type { Settled } from '../settlement/settle-bets.ts'`,
  ],
  [
    'a sub-module that knows another of its rank',
    'apps/server/src/sportsbook/risk/a.ts',
    `import '../feeds/messages.ts'`,
  ],
  [
    'a sub-module entered past its API from another',
    'apps/server/src/sportsbook/settlement/a.ts',
    `import '../betting/place-bets.ts'`,
  ],
  ['a sub-module without a place in the order', 'apps/server/src/sportsbook/attic/a.ts', ''],
  [
    'a stake taken past the gate',
    'apps/server/src/games/play.ts',
    `import { post, debitStake as take } from '../ledger/index.ts'`,
  ],
  ['a file that imports itself', 'tools/bench/a.ts', `import './a.ts'`],
  ['a circle of types', 'apps/server/src/ledger/post.ts', `import type { post } from './index.ts'`],
  ['an undeclared package', 'apps/player/src/features/wallet/a.ts', `import { cents } from '@palpite/money'`],
  [
    'a download address in the lock file',
    'package-lock.json',
    '{"resolved": "https://registry.example/pg.tgz"}',
  ],
  ['a text missing in one language', 'apps/player/src/locales/en/wallet.json', '{}'],
  ['a text that is empty', 'apps/player/src/locales/en/wallet.json', '{"topup.done":" "}'],
  ['a text without its value', 'apps/player/src/app/a.ts', `t('topup.done', { value: money(1) })`],
  ['a text without values', 'apps/player/src/app/a.ts', `t(isDone ? 'topup.done' : 'topup.left')`],
  ['a text of several without its value', 'apps/player/src/app/a.ts', 't(`topup.${status}`, { value })'],
  ['a lost placeholder', 'apps/player/src/locales/en/wallet.json', '{"topup.done":"Done"}'],
  ['a colour outside the theme', 'apps/player/src/features/wallet/a.css', '.pay { color: #ff0000 }'],
  ['a colour in a component', 'apps/player/src/app/a.tsx', `<i style={{ color: 'rgb(1, 2, 3)' }} />`],
  ['pixels outside the theme', 'packages/ui/src/a.css', '.pay { padding: 12px }'],
  ['a class without a token', 'packages/ui/src/a.tsx', '<i className="text-14 leading-snug" />'],
  ['a margin on the left', 'apps/player/src/app/a.tsx', '<i className="flex ml-4" />'],
  ['a text set to the left', 'packages/ui/src/a.tsx', '<i className="wide:text-left" />'],
  ['a place from the left', 'packages/ui/src/a.css', '.pay { left: 0 }'],
  ['pixels in a component', 'apps/player/src/app/a.tsx', '<i className="p-[12px]" />'],
  ['a link that leads nowhere', 'README.md', 'See [the plan](docs/plan.md).'],
  ['a link to a lost heading', 'README.md', 'See [Shin](docs/maths/margin.md#shin).'],
  ['a key of a cloud', 'docs/a.md', `AKIA${'ABCD'.repeat(4)}`],
  ['a private key', 'docs/a.md', `-----BEGIN ${'PRIVATE KEY'}-----\n${'MII1'.repeat(12)}`],
  ['a secret by its name', 'apps/server/src/ledger/a.ts', `const pixSecret = '${'a8f3'.repeat(8)}'`],
  ['the environment in the bundle', 'apps/player/src/app/a.ts', 'send(import.meta.env.VITE_KEY)'],
  ['an address that is asked', 'apps/server/src/identity/avatar.ts', 'await fetch(body.avatarUrl)'],
])('catches %s', (_what, file, text) => {
  expect(untidy({ [file]: text })).toHaveLength(1)
})

test('catches a refusal with a text in one language only', () => {
  expect(untidy({ 'packages/contract/src/locales/en.json': '{}' })).toEqual([
    'not_found: no text in en',
    'refusal not_found: no text in en',
  ])
})

test.each([
  ['betting', 1],
  ['settlement', 0],
])('a stake may be taken where the gate is asked: asked in %s leaves %i untidy', (folder, count) => {
  const files = {
    'apps/server/src/sportsbook/settlement/a.ts': `import { settleAtOnce } from '../../ledger/index.ts'`,
    [`apps/server/src/sportsbook/${folder}/b.ts`]: `import {\n  admitStake,\n} from '../../protection/index.ts'`,
  }
  expect(untidy(files)).toHaveLength(count)
})

test('catches a circle over several files once, with its path', () => {
  const circle = {
    'tools/bench/a.ts': `import { b } from './b.ts'`,
    'tools/bench/b.ts': `import type { c } from './c.ts'\nimport './d.ts'`,
    'tools/bench/c.ts': `const a = () => import('./a.ts')`,
    'tools/bench/d.ts': `import './c.ts'`,
    'tools/bench/e.ts': `import './a.ts'`,
  }
  expect(untidy(circle)).toEqual([
    'circle of imports: tools/bench/a.ts → tools/bench/b.ts → tools/bench/c.ts → tools/bench/a.ts',
  ])
})

test.each<[string, string, string]>([
  [
    'a lower layer by its API',
    'apps/server/src/sportsbook/a.ts',
    `import { post } from '../ledger/index.ts'`,
  ],
  ['a sub-module by its API', 'apps/server/src/sportsbook/a.ts', `import './betting/index.ts'`],
  [
    'a sub-module that knows a lower one',
    'apps/server/src/sportsbook/settlement/a.ts',
    `import type { PlaceBet } from '../betting/index.ts'`,
  ],
  ['one file of a module from another', 'apps/server/src/ledger/a.ts', `import './post.ts'`],
  [
    "a sub-module that knows its module's own files",
    'apps/server/src/sportsbook/betting/a.ts',
    `import '../rules.ts'`,
  ],
  ['a tool of the platform', 'apps/server/src/ledger/a.ts', `import { assert } from '../platform/db/sql.ts'`],
  ['a package', 'apps/player/src/features/sportsbook/BetSlip.tsx', `import { price } from '@palpite/odds'`],
  ["a package's style", 'apps/player/src/main.tsx', `import '@palpite/ui/theme.css'`],
  [
    'test support that sets up a module',
    'apps/server/src/ledger/testing/batch.ts',
    'await db`delete from ledger_account`',
  ],
  [
    'a folder of a package from beside it',
    'packages/odds/src/innings/a.ts',
    `import '../football/score-grid.ts'`,
  ],
  ['a second way in that a package names', 'apps/server/src/ledger/a.ts', `import '@palpite/money/taxid'`],
  ['a pigment in a drawing', 'packages/ui/src/art/Ball.tsx', '<circle fill="#1B1426" />'],
  [
    'a feature by its API, lazily',
    'apps/player/src/app/a.ts',
    `const open = () => import('../features/games/index.ts')`,
  ],
  [
    'a test that uses test support',
    'apps/server/src/ledger/a.test.ts',
    `import '../../../../tools/test/database.ts'`,
  ],
  [
    'a tool that knows a module',
    'tools/start/a.ts',
    `import '../../apps/server/src/platform/postgres/start-postgres.ts'`,
  ],
  ['a name that only contains a vague word', 'apps/server/src/rewards/newcomer-bonus.ts', ''],
  [
    'an import that is only spoken of',
    'apps/server/src/ledger/a.ts',
    `// never import '../sportsbook/index.ts' here`,
  ],
  ['SQL in queries.ts', 'apps/server/src/ledger/proof-queries.ts', 'tx`select id from ledger_account`'],
  ['SQL in a test', 'apps/server/src/ledger/a.test.ts', 'await db`select id from ledger_account`'],
  ['words that look like SQL', 'apps/server/src/ledger/a.ts', 'return `select one of ${names}`'],
  [
    'a table that points down',
    'apps/server/src/cashier/migrations/1.sql',
    'create table cashier_topup (player bigint references identity_player);',
  ],
  ['a table spoken of in a comment', 'apps/server/src/cashier/a.ts', '/* see ledger_account */'],
  ['a hairline', 'packages/ui/src/a.css', '.line { border: 1px solid var(--line) }'],
  ['a side as it is read', 'apps/player/src/app/a.tsx', '<Icon name="caret-left-bold" className="ms-4" />'],
  ['an address that is not a colour', 'apps/player/src/app/a.tsx', '<use href="#icon-face" />'],
  ['a text with its value', 'apps/player/src/app/a.ts', `t('topup.done', { amount: money(sum(1, 2)), at })`],
  ['a text with values from elsewhere', 'apps/player/src/app/a.ts', `t('topup.done', { ...values })`],
  [
    'placeholders in another order',
    'apps/player/src/locales/en/wallet.json',
    '{"topup.done":"Done, { amount }."}',
  ],
  [
    'a link to a heading',
    'README.md',
    '[Margin](docs/maths/margin.md#power-method), [mail](mailto:a@b.example)',
  ],
  ['a name beside a word of secrets', 'tools/a.ts', `const tokenName = 'the-name-of-a-very-long-thing'`],
  ['whether a build is one', 'apps/player/src/app/a.ts', 'if (import.meta.env.PROD) start()'],
  ['a link in code', 'README.md', '`[a](b.md)`'],
])('allows %s', (_what, file, text) => {
  expect(untidy({ [file]: text })).toEqual([])
})

test('catches an operator whom two journeys create', () => {
  const journey = `await operatorsWith(world, permissions, ['ana@casa.example'])`
  const found = untidy({ 'tests/e2e/a.e2e.ts': journey, 'tests/e2e/b.e2e.ts': journey })
  expect(found).toEqual(['ana@casa.example: tests/e2e/a.e2e.ts, tests/e2e/b.e2e.ts'])
})

test('catches the operators’ contract in the player app', () => {
  const found = untidy({
    'apps/player/src/shared/a.ts': `import { operatorCalls } from '@palpite/contract/backoffice'`,
  })
  expect(found).toContain(
    'apps/player/src/shared/a.ts: @palpite/contract/backoffice is closed here; operator calls must not reach the public bundle',
  )
})
